// Short messages at the edge of the screen; each goes away by itself.

export interface Toast {
  id: number;
  text: string;
  look: 'plain' | 'error';
  lasting: boolean;
  /** A text that stands there selected, for the person to copy. */
  selected: string | null;
}

const SHOWN = 4000;
let counter = 0;

export const toasts = $state<{ list: Toast[] }>({ list: [] });

export function toast(
  text: string,
  look: Toast['look'] = 'plain',
  lasting = false,
  selected: string | null = null,
): number {
  const id = (counter += 1);
  // The same sentence twice would only push the first one away.
  toasts.list = [
    ...toasts.list.filter((one) => one.text !== text),
    { id, text, look, lasting, selected },
  ].slice(-3);
  if (!lasting) setTimeout(() => dismiss(id), SHOWN);
  return id;
}

export function dismiss(id: number): void {
  toasts.list = toasts.list.filter((one) => one.id !== id);
}
