// Copying a text, and the truth about whether it was copied. Over plain http in a home network there
// is no clipboard for pages: then the text is shown and selected, and the person copies it.
import { t } from '../i18n/index.svelte';
import { toast } from './toasts.svelte';

export async function copy(text: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(text);
    toast(t('common.copied'));
  } catch {
    toast(t('common.copyYourself'), 'plain', true, text);
  }
}
