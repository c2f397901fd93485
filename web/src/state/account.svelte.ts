// One's own account as its page shows it: which devices are signed in, what leads back to it, and
// everything one can do about that.
import type { PasskeyList, TokenList } from '../generated/protocol';
import { a, type AccountKey } from '../i18n/account';
import { t } from '../i18n/index.svelte';
import * as net from '../net/account';
import { Refused, rename, statistics, storedToken } from '../net/api';
import { toast } from '../ui/toasts.svelte';
import { session } from './session.svelte';

/** What a browser means when it makes or shows no passkey. */
const DECLINED: Readonly<Record<string, AccountKey>> = {
  NotAllowedError: 'passkey.declined',
  AbortError: 'passkey.declined',
  InvalidStateError: 'passkey.known',
};

export class Account {
  ready = $state(false);
  /** Why there is nothing to show, in the server's words. */
  failed = $state<string | null>(null);
  devices = $state.raw<TokenList | null>(null);
  passkeys = $state.raw<PasskeyList | null>(null);
  /** A recovery code that was just made. It is shown now and never again. */
  code = $state<string | null>(null);
  /** Something has been asked of the server or of the browser. */
  busy = $state(false);
  #played = $state(true);

  /** Nothing leads back to this account once this device forgets it. */
  readonly fragile: boolean = $derived(
    this.devices !== null &&
      this.passkeys !== null &&
      !this.devices.recovery &&
      this.passkeys.passkeys.length === 0 &&
      this.devices.tokens.length < 2,
  );
  /** Somebody who has just come and done nothing yet: nothing is lost with it. */
  readonly blank: boolean = $derived(
    this.fragile && !this.#played && session.me?.rooms.length === 0,
  );

  /** Finds out who one is here, if anybody, and how the account stands. */
  async load(): Promise<void> {
    this.failed = null;
    try {
      if (storedToken() !== null && session.me === null) await session.identify();
      await this.refresh();
      if (session.me !== null) this.#played = (await statistics()).rules.length > 0;
    } catch (error) {
      // Who is signed out is nobody here, which the page shows by itself.
      if (storedToken() !== null)
        this.failed = error instanceof Refused ? error.message : t('error.server');
    } finally {
      this.ready = true;
    }
  }

  /** Looks again. */
  async refresh(): Promise<void> {
    if (storedToken() === null) return;
    [this.devices, this.passkeys] = await Promise.all([net.devices(), net.passkeys()]);
  }

  /** Does something and looks again; what goes wrong is shown. */
  async #do(act: () => Promise<unknown>): Promise<boolean> {
    if (this.busy) return false;
    this.busy = true;
    try {
      await act();
      await this.refresh();
      return true;
    } catch (error) {
      const declined = error instanceof DOMException ? DECLINED[error.name] : undefined;
      toast(
        error instanceof Refused
          ? error.message
          : declined === undefined
            ? t('error.unknown')
            : a(declined),
        'error',
      );
      return false;
    } finally {
      this.busy = false;
    }
  }

  rename(nickname: string): Promise<boolean> {
    return this.#do(async () => {
      await rename(nickname);
      if (session.me !== null)
        session.me = { ...session.me, player: { ...session.me.player, nickname } };
    });
  }

  signOut(id: string): Promise<boolean> {
    return this.#do(() => net.signOut(id));
  }

  signOutOthers(): Promise<boolean> {
    return this.#do(net.signOutOthers);
  }

  signOutHere(): Promise<boolean> {
    return this.#do(async () => {
      const own = this.devices?.tokens.find((one) => one.current);
      if (own !== undefined) await net.signOut(own.id);
      this.#forget();
    });
  }

  newCode(): Promise<boolean> {
    return this.#do(async () => (this.code = (await net.newRecovery()).code));
  }

  addPasskey(name: string): Promise<boolean> {
    return this.#do(() => net.addPasskey(name));
  }

  removePasskey(id: string): Promise<boolean> {
    return this.#do(() => net.removePasskey(id));
  }

  /** Becomes the player whom a passkey of this browser proves. */
  signIn(): Promise<boolean> {
    return this.#change(async () => {
      await session.become(await net.signInByPasskey());
      this.code = null;
    });
  }

  /** Becomes the player whom a recovery code proves; the next code is shown. */
  recover(code: string): Promise<boolean> {
    return this.#change(async () => {
      const found = await net.recover(code);
      await session.become(found);
      this.code = found.code;
    });
  }

  delete(nickname: string): Promise<boolean> {
    return this.#do(async () => {
      await net.deleteAccount(nickname);
      this.#forget();
    });
  }

  /** Whoever was signed in here before is signed out: nobody has that token any more. */
  #change(become: () => Promise<void>): Promise<boolean> {
    const token = storedToken();
    const own = this.devices?.tokens.find((one) => one.current);
    return this.#do(async () => {
      await become();
      this.#played = true;
      if (token !== null && own !== undefined)
        await net.signOut(own.id, token).catch(() => undefined);
    });
  }

  #forget(): void {
    session.depart();
    this.devices = null;
    this.passkeys = null;
    this.code = null;
  }
}
