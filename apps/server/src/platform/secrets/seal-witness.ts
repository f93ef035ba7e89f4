import { mkdir, open, readFile } from 'node:fs/promises';
import { dirname } from 'node:path';

/** That a seal was made: whose it is, its place in its unit's chain, its `linkOf` and its own time (ISO 8601, UTC). */
export interface WitnessedSeal {
  readonly account: number;
  readonly unit: number;
  readonly number: number;
  readonly link: string;
  readonly at: string;
}

/** What the witness has written down. */
export interface Testimony {
  readonly seals: readonly WitnessedSeal[];
  /** Lines that say nothing; one that broke off when the machine stopped and was written again whole is none of them. */
  readonly unreadable: number;
}

/**
 * Remembers outside the database which seals were made, so that the newest of a unit cannot be deleted unseen. Lines are only ever
 * added; the same one twice is no harm.
 */
export interface SealWitness {
  /** Adds lines and answers when they are on the disk. Throws where the file cannot be written. */
  append(seals: readonly WitnessedSeal[]): Promise<void>;
  read(): Promise<Testimony>;
}

/** The witness's file in the folder of the keys. */
export const WITNESS_FILE = 'witness.log';

const LINE = /^([0-9]+) ([0-9]+) ([0-9]+) ([\w-]{43}) ([0-9T:.-]{23}Z)$/;

const lineOf = ({ account, unit, number, link, at }: WitnessedSeal): string => `${account} ${unit} ${number} ${link} ${at}`;

/**
 * A witness in a text file of mode 0600: account, unit, number, link and time of a seal on a line. Each addition begins with an end of
 * line, so that one that broke off spoils no other.
 */
export function openSealWitness(file: string): SealWitness {
  return {
    append: async (seals) => {
      if (seals.length === 0) return;
      await mkdir(dirname(file), { recursive: true, mode: 0o700 });
      const handle = await open(file, 'a', 0o600);
      try {
        await handle.appendFile(`\n${seals.map(lineOf).join('\n')}\n`);
        await handle.sync();
      } finally {
        await handle.close();
      }
    },
    read: async () => {
      try {
        return readTestimony(await readFile(file, 'utf8'));
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code === 'ENOENT') return { seals: [], unreadable: 0 };
        throw error;
      }
    },
  };
}

/** What the text of a witness's file says. */
export function readTestimony(text: string): Testimony {
  const lines = [...new Set(text.split('\n'))].filter((line) => line !== '');
  const whole = lines.filter((line) => LINE.test(line));
  const broken = lines.filter((line) => !LINE.test(line) && !whole.some((one) => one.startsWith(line)));
  return {
    seals: whole.map((line) => {
      const [, account, unit, number, link = '', at = ''] = LINE.exec(line) ?? [];
      return { account: Number(account), unit: Number(unit), number: Number(number), link, at };
    }),
    unreadable: broken.length,
  };
}
