// Where the rule book has a clause (the first part of its name is the rule set), and how its name
// is shown beside that book.
export const place = (clause: string): string => `/rules/${clause.split('.')[0]}#${clause}`;
export const short = (clause: string): string => clause.split('.').slice(1).join('.') || clause;
