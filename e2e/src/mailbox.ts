import { expect } from '@playwright/test';
import type { Product } from './product.ts';
import { product } from './started.ts';

/**
 * The page that shows the mail of a product, read without a browser: a window that opens and closes beside the journey's holds
 * the whole browser up when the machine is busy.
 */
export interface Mailbox {
  /** The number of the last mail there is: what comes later has a higher one. */
  readonly lastMail: () => Promise<number>;
  /** Waits for the mail; its page. */
  readonly readMail: (wanted: Wanted) => Promise<string>;
  /** The code of the newest sign-in mail after `after`. */
  readonly readCode: (wanted: Omit<Wanted, 'subject'>) => Promise<string>;
  /** Does what a button of the page's clock does: on by so much, or back to now. */
  readonly moveClock: (step: 'minute' | 'ten-minutes' | 'hour' | 'now') => Promise<void>;
}

interface Wanted {
  readonly to: string;
  readonly subject: string | RegExp;
  /** Only a mail newer than this one. */
  readonly after?: number;
}

interface Listed {
  readonly id: number;
  readonly text: string;
}

const listed = (html: string): Listed[] =>
  [...html.matchAll(/<li><a href="\/mailbox\/(\d+)">(.*?)<\/a>/g)].map((match) => ({
    id: Number(match[1]),
    text: match[2] ?? '',
  }));

const ARRIVAL_MS = 30_000;

export function mailboxOf({ url }: Pick<Product, 'url'>): Mailbox {
  const mailbox = `${url}/mailbox`;
  const read = async (address: string): Promise<string> => (await fetch(address)).text();
  const newest = async (): Promise<Listed[]> => listed(await read(mailbox));

  /** Waits for the mail; its address. */
  async function find({ to, subject, after = 0 }: Wanted): Promise<string> {
    const isWanted = ({ id, text }: Listed): boolean =>
      id > after &&
      text.includes(`<span>To ${to}</span>`) &&
      (typeof subject === 'string' ? text.includes(`<strong>${subject}</strong>`) : subject.test(text));
    let id = 0;
    await expect
      .poll(async () => (id = (await newest()).find(isWanted)?.id ?? 0), {
        message: `mail “${String(subject)}” to ${to}`,
        timeout: ARRIVAL_MS,
      })
      .toBeGreaterThan(0);
    return `${mailbox}/${id}`;
  }

  const readMail = async (wanted: Wanted): Promise<string> => read(await find(wanted));
  return {
    lastMail: async () => Math.max(0, ...(await newest()).map(({ id }) => id)),
    readMail,
    async readCode(wanted) {
      const mail = await readMail({ ...wanted, subject: /kod för att logga in|sign-in code|koden din/i });
      const code = /aria-label="The code"[^>]*>([^<]+)</.exec(mail)?.[1];
      if (!code) throw new Error('the mail has no code');
      return code.trim();
    },
    async moveClock(step) {
      const answer = await fetch(`${mailbox}/clock`, {
        method: 'POST',
        body: new URLSearchParams({ step }),
        redirect: 'manual',
      });
      expect(answer.status).toBe(303);
    },
  };
}

/** Of the product that `main.ts` started; nobody moves its clock. */
export const { lastMail, readMail, readCode } = mailboxOf(product);

/** An address in a mail, as its page shows it. */
export function linkIn(mail: string, pattern: RegExp): string {
  const found = [...mail.matchAll(/href="([^"]*)"/g)].map(([, link = '']) => link.replaceAll('&amp;', '&'));
  const link = found.find((each) => pattern.test(each));
  if (!link) throw new Error(`no link like ${String(pattern)} among ${found.join(' ')}`);
  return link;
}
