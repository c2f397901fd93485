// A text in both languages: the words of the screen and the texts of the server have this one form,
// so that a text with a language missing does not pass the type check.

export type Lang = 'zh' | 'en';
export type Text = Record<Lang, string>;

/** Words by key. `{x}` in a text is filled in by `t`. */
export type Words = Record<string, Text>;
