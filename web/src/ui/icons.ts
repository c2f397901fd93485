// Line icons of the client, drawn for it: one path each, 24 × 24.

export const icons = {
  home: 'M4 11l8-7 8 7v9h-5v-6H9v6H4z',
  lab: 'M9 3h6M10 3v6l-5 9a2 2 0 0 0 2 3h10a2 2 0 0 0 2-3l-5-9V3M8 15h8',
  rules: 'M5 4h10a4 4 0 0 1 4 4v12H9a4 4 0 0 1-4-4zM9 9h6M9 13h6',
  score: 'M6 3h12v18H6zM9 7h6M9 12h.01M12 12h.01M15 12h.01M9 16h.01M12 16h.01M15 16h.01',
  sound: 'M4 10v4h4l5 4V6L8 10zM17 9a4 4 0 0 1 0 6M19.5 6.5a8 8 0 0 1 0 11',
  mute: 'M4 10v4h4l5 4V6L8 10zM17 10l5 5M22 10l-5 5',
  talk: 'M4 5h16v11h-9l-5 4v-4H4zM8 9h8M8 12h5',
  menu: 'M4 7h16M4 12h16M4 17h16',
  moon: 'M20 14a8 8 0 1 1-10-10 7 7 0 0 0 10 10z',
  bot: 'M12 3v4M5 9h14v10H5zM9 13v2M15 13v2',
  off: 'M3 3l18 18M7 9v3a5 5 0 0 0 8 4M9 3v3M15 3v6',
  shield: 'M12 3l7 3v5c0 5-3 8-7 10-4-2-7-5-7-10V6zM9 12l2 2 4-4',
  lock: 'M6 11h12v9H6zM9 11V8a3 3 0 0 1 6 0v3',
  close: 'M6 6l12 12M18 6L6 18',
  check: 'M5 12.5l4.500 4.500L19 7',
  hint: 'M9 18h6M10 21h4M12 3a6 6 0 0 0-4 10.5c1 1 1 1.500 1 2.500h6c0-1 0-1.500 1-2.500A6 6 0 0 0 12 3z',
  eye: 'M2 12c3-5 6-7 10-7s7 2 10 7c-3 5-6 7-10 7s-7-2-10-7zM12 9a3 3 0 1 0 0 6 3 3 0 0 0 0-6z',
  gear: 'M12 9a3 3 0 1 0 0 6 3 3 0 0 0 0-6zM12 2v3M12 19v3M2 12h3M19 12h3M5 5l2 2M17 17l2 2M19 5l-2 2M7 17l-2 2',
  leave: 'M10 4H5v16h5M14 8l4 4-4 4M18 12H9',
  hand:
    'M7 12V6a1.500 1.500 0 0 1 3 0v5M10 11V4.500a1.500 1.500 0 0 1 3 0V11M13 11V6a1.500 1.500 0 0 1 ' +
    '3 0v8c0 4-2 6-5 6s-5-2-6.500-5L4 12.500a1.500 1.500 0 0 1 2.500-1.500L7 12',
  flag: 'M5 21V4h12l-2 4 2 4H5',
  list: 'M8 6h12M8 12h12M8 18h12M4 6h.01M4 12h.01M4 18h.01',
  plus: 'M12 5v14M5 12h14',
  swap: 'M4 8h14l-3-3M20 16H6l3 3',
  person: 'M12 4a4 4 0 1 0 0 8 4 4 0 0 0 0-8zM4 21c0-4 3.500-6 8-6s8 2 8 6',
  play: 'M8 5v14l11-7z',
  pause: 'M8 5v14M16 5v14',
  undo: 'M9 5L4 10l5 5M4 10h9a6 6 0 0 1 0 12h-2',
  back: 'M16 6l-8 6 8 6z',
  forward: 'M8 6l8 6-8 6z',
  rewind: 'M12 6l-8 6 8 6zM20 6l-8 6 8 6z',
  skip: 'M4 6l8 6-8 6zM12 6l8 6-8 6z',
  first: 'M6 6v12M18 6l-9 6 9 6z',
  last: 'M18 6v12M6 6l9 6-9 6z',
} as const;

export type IconName = keyof typeof icons;
