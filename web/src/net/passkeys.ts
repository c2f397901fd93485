// What the browser is asked about passkeys. The server writes and reads bytes as base64url; the
// browser wants them as they are.

/** Whether this page can use passkeys at all. */
export function passkeysHere(): 'yes' | 'insecure' | 'missing' {
  if (!globalThis.isSecureContext) return 'insecure';
  return 'PublicKeyCredential' in globalThis && navigator.credentials !== undefined
    ? 'yes'
    : 'missing';
}

export function toBytes(text: string): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(atob(text.replaceAll('-', '+').replaceAll('_', '/')), (char) =>
    char.charCodeAt(0),
  );
}

export function toText(bytes: ArrayBuffer): string {
  const chars = Array.from(new Uint8Array(bytes), (byte) => String.fromCharCode(byte)).join('');
  return btoa(chars).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '');
}

/** What the server asks, as far as bytes are in it; the rest is the browser's. */
interface Asked {
  challenge: string;
  user?: { id: string; name: string; displayName: string };
  excludeCredentials?: { id: string; type: 'public-key' }[];
}

function described(credential: PublicKeyCredential, response: Record<string, unknown>): unknown {
  const { id, type, authenticatorAttachment } = credential;
  return {
    id,
    rawId: toText(credential.rawId),
    type,
    authenticatorAttachment,
    clientExtensionResults: {},
    response,
  };
}

/** Lets the browser make a passkey; the person may refuse, and then it throws a DOMException. */
export async function makePasskey(question: unknown): Promise<unknown> {
  const asked = question as Asked & PublicKeyCredentialCreationOptions;
  const publicKey = {
    ...asked,
    challenge: toBytes(asked.challenge),
    user: { ...asked.user, id: toBytes(asked.user?.id ?? '') },
    excludeCredentials: (asked.excludeCredentials ?? []).map((known) => ({
      type: known.type,
      id: toBytes(known.id),
    })),
  };
  const made = (await navigator.credentials.create({ publicKey })) as PublicKeyCredential;
  const answer = made.response as AuthenticatorAttestationResponse;
  return described(made, {
    clientDataJSON: toText(answer.clientDataJSON),
    attestationObject: toText(answer.attestationObject),
    transports: answer.getTransports?.() ?? [],
  });
}

/** Lets the person choose a passkey of this site. */
export async function showPasskey(question: unknown): Promise<unknown> {
  const asked = question as Asked & PublicKeyCredentialRequestOptions;
  const publicKey = { ...asked, challenge: toBytes(asked.challenge), allowCredentials: [] };
  const shown = (await navigator.credentials.get({ publicKey })) as PublicKeyCredential;
  const answer = shown.response as AuthenticatorAssertionResponse;
  return described(shown, {
    clientDataJSON: toText(answer.clientDataJSON),
    authenticatorData: toText(answer.authenticatorData),
    signature: toText(answer.signature),
    userHandle: answer.userHandle === null ? null : toText(answer.userHandle),
  });
}
