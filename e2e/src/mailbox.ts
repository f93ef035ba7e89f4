import { expect, type BrowserContext, type Page } from '@playwright/test';
import { product } from './people.ts';

const MAILBOX = `${product.url}/mailbox`;

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

const newest = async (): Promise<Listed[]> => listed(await (await fetch(MAILBOX)).text());

/** The number of the last mail there is: what comes later has a higher one. */
export const lastMail = async (): Promise<number> => Math.max(0, ...(await newest()).map(({ id }) => id));

/**
 * A page in a window of its own, which goes with it: a tab beside the journey's would take the screen from it, and a browser
 * without a screen does not give that back.
 */
async function newWindow(context: BrowserContext): Promise<Page> {
  const own = await context.browser()?.newContext({ locale: 'sv-SE', reducedMotion: 'reduce' });
  if (!own) throw new Error('the browser is gone');
  const page = await own.newPage();
  // At the end of a test it is closed already.
  page.once('close', () => void own.close().catch(() => undefined));
  return page;
}

/** Waits for the mail and opens it on the mailbox page, in a window of its own. */
export async function openMail(context: BrowserContext, { to, subject, after = 0 }: Wanted): Promise<Page> {
  const isWanted = ({ id, text }: Listed): boolean =>
    id > after &&
    text.includes(`<span>To ${to}</span>`) &&
    (typeof subject === 'string' ? text.includes(`<strong>${subject}</strong>`) : subject.test(text));
  let id = 0;
  await expect
    .poll(async () => (id = (await newest()).find(isWanted)?.id ?? 0), { message: `mail to ${to}`, timeout: 15_000 })
    .toBeGreaterThan(0);
  const page = await newWindow(context);
  await page.goto(`${MAILBOX}/${id}`);
  return page;
}

/** The code of the newest sign-in mail after `after`, as it stands on the mailbox page. */
export async function readCode(context: BrowserContext, wanted: Omit<Wanted, 'subject'>): Promise<string> {
  const page = await openMail(context, { ...wanted, subject: /kod för att logga in|sign-in code|koden din/i });
  const code = await page.getByLabel('The code').innerText();
  await page.close();
  return code;
}

/** Presses a button of the mailbox page's clock. */
export async function moveClock(context: BrowserContext, button: '1 minute on' | '10 minutes on' | '1 hour on'): Promise<void> {
  const page = await newWindow(context);
  await page.goto(MAILBOX);
  await page.getByRole('button', { name: button, exact: true }).click();
  await expect(page.locator('#clock + p')).toContainText('ahead');
  await page.close();
}

/** For the end of a journey that has moved it. */
export const putClockBack = (): Promise<unknown> =>
  fetch(`${MAILBOX}/clock`, {
    method: 'POST',
    body: new URLSearchParams({ step: 'now' }),
    redirect: 'manual',
  });
