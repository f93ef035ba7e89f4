import { Resolver } from 'node:dns/promises';
import { type TextRecords, TextRecordsError } from '../ports.ts';

const TIMEOUT_MS = 3_000;
const TRIES = 2;
/** The name is not there, or has no such record: an answer, and no failure. */
const NONE: readonly string[] = ['ENODATA', 'ENOTFOUND', 'NXDOMAIN'];

/** TXT records as the machine's own name servers tell them. */
export const dnsTextRecords: TextRecords = {
  of: async (name) => {
    const resolver = new Resolver({ timeout: TIMEOUT_MS, tries: TRIES });
    try {
      return (await resolver.resolveTxt(name)).map((parts) => parts.join(''));
    } catch (error) {
      if (NONE.includes((error as NodeJS.ErrnoException).code ?? '')) return [];
      throw new TextRecordsError({ cause: error });
    }
  },
};
