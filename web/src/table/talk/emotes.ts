// Which of the phrases are drawn instead of written.

export const EMOTES = ['smile', 'laugh', 'cry', 'angry', 'cheer'] as const;
export type EmoteId = (typeof EMOTES)[number];

export const isEmote = (id: string): id is EmoteId => (EMOTES as readonly string[]).includes(id);
