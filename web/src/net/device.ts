// What this device calls itself in its owner's list: browser and system in plain words, and nothing
// finer than that.

const BROWSERS: readonly (readonly [RegExp, string])[] = [
  [/MicroMessenger\//, 'WeChat'],
  [/\bEdg(A|iOS)?\//, 'Edge'],
  [/\bOPR\//, 'Opera'],
  [/SamsungBrowser\//, 'Samsung'],
  [/HuaweiBrowser\//, 'Huawei'],
  [/(Firefox|FxiOS)\//, 'Firefox'],
  [/(CriOS|Chrome|Chromium)\//, 'Chrome'],
  [/Safari\//, 'Safari'],
];

const SYSTEMS: readonly (readonly [RegExp, string])[] = [
  [/iPhone/, 'iPhone'],
  [/iPad/, 'iPad'],
  [/HarmonyOS|OpenHarmony/, 'HarmonyOS'],
  [/Android/, 'Android'],
  [/Windows/, 'Windows'],
  [/Macintosh/, 'Mac'],
  [/CrOS/, 'ChromeOS'],
  [/Linux/, 'Linux'],
];

const first = (words: readonly (readonly [RegExp, string])[], text: string): string[] =>
  words
    .filter(([sign]) => sign.test(text))
    .slice(0, 1)
    .map(([, word]) => word);

/**
 * The name of a device by its user agent, such as “Chrome · Android”; empty where neither part is
 * known.
 */
export function deviceName(agent: string, touchPoints: number): string {
  // Safari on an iPad says that it is a Mac; no Mac has a screen to touch.
  const system = first(SYSTEMS, agent).map((word) =>
    word === 'Mac' && touchPoints > 1 ? 'iPad' : word,
  );
  return [...first(BROWSERS, agent), ...system].join(' · ');
}

/** For a request that makes a token: what this device is to be called, if anything is known. */
export function thisDevice(): { device?: string } {
  const device = deviceName(navigator.userAgent, navigator.maxTouchPoints);
  return device === '' ? {} : { device };
}
