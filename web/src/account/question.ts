// What the page asks before it does something that cannot be taken back.

export interface Question {
  title: string;
  text: string;
  action: string;
  word?: string;
  act: () => void;
}
