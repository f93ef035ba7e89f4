import type { Logger } from '../observing/log.ts';
import type { SecretBox } from './secret-box.ts';

/** A sealed value that is not by the newest key, or not sealed at all. */
export interface FormerSecret {
  readonly sealed: string;
  /** What it was sealed for. */
  readonly of: string;
  /** Whose it is, for the log: no secret. */
  readonly named: Readonly<Record<string, number>>;
  /** Puts the new one in the place of the former, if that is still there. */
  readonly replace: (sealed: string) => Promise<unknown>;
}

/** Seals anew what a former key sealed. One that cannot be opened stays as it is and is an error in the log. */
export async function reseal(box: SecretBox, log: Logger, secrets: readonly FormerSecret[]): Promise<void> {
  for (const { sealed, of, named, replace } of secrets) {
    const opened = await box.open(sealed, of).catch((err: unknown) => {
      log.error({ err, ...named }, 'a sealed secret cannot be opened');
      return null;
    });
    if (opened !== null) await replace(await box.seal(opened, of));
  }
}
