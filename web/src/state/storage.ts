// What a window remembers through a reload; a browser may refuse to remember anything.

export function windowStorage(): Storage | null {
  try {
    return globalThis.sessionStorage ?? null;
  } catch {
    return null;
  }
}
