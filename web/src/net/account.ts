// HTTP about one's own account: devices, recovery code, passkeys, its end.
import type {
  PasskeyList,
  PasskeyQuestion,
  PasskeyView,
  Recovered,
  Recovery,
  Registered,
  TokenList,
} from '../generated/protocol';
import { ask } from './api';
import { thisDevice } from './device';
import { makePasskey, showPasskey } from './passkeys';

export const devices = (): Promise<TokenList> => ask('GET', '/api/me/tokens');
/** Signs out one device; with a token of another player, one of that player's. */
export const signOut = (id: string, token?: string): Promise<unknown> =>
  ask('DELETE', `/api/me/tokens/${id}`, undefined, token);
export const signOutOthers = (): Promise<unknown> => ask('DELETE', '/api/me/tokens');

export const newRecovery = (): Promise<Recovery> => ask('POST', '/api/me/recovery');
export const recover = (code: string): Promise<Recovered> =>
  ask('POST', '/api/recover', { code, ...thisDevice() });

export const passkeys = (): Promise<PasskeyList> => ask('GET', '/api/me/passkeys');
export const removePasskey = (id: string): Promise<unknown> =>
  ask('DELETE', `/api/me/passkeys/${id}`);

export async function addPasskey(name: string): Promise<PasskeyView> {
  const { public_key } = await ask<PasskeyQuestion>('POST', '/api/me/passkeys/begin');
  const credential = await makePasskey(public_key);
  return ask('POST', '/api/me/passkeys/finish', { credential, ...(name === '' ? {} : { name }) });
}

export async function signInByPasskey(): Promise<Registered> {
  const { public_key } = await ask<PasskeyQuestion>('POST', '/api/passkeys/begin');
  const credential = await showPasskey(public_key);
  return ask('POST', '/api/passkeys/finish', { credential, ...thisDevice() });
}

export const deleteAccount = (nickname: string): Promise<unknown> =>
  ask('DELETE', '/api/me', { nickname });
