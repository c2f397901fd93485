// Puts the tile sprite into the document once, so that every `<use>` resolves locally. Parsed, not
// written as markup.
import url from '../../assets/tiles/tiles.svg?url';

export async function loadSprite(): Promise<void> {
  const answer = await fetch(url);
  if (!answer.ok) throw new Error(`tiles: ${answer.status}`);
  const sprite = new DOMParser().parseFromString(
    await answer.text(),
    'image/svg+xml',
  ).documentElement;
  sprite.classList.add('sprite');
  sprite.setAttribute('aria-hidden', 'true');
  document.body.prepend(document.importNode(sprite, true));
}
