import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { DAY_MS } from '@spora/calendar/durations';
import { expect, type Browser, type BrowserContextOptions, type Download, type Page } from '@playwright/test';
import { type Api, apiAs, apiOf, type Credentials } from './api.ts';
import { readMail } from './mailbox.ts';
import { credentialsOfDemo, enter } from './people.ts';
import { product } from './started.ts';

/** A company with drivers and trips of the past, made as an operator, people and trackers make them. */
const PROJECT = fileURLToPath(new URL('../../', import.meta.url));
const PASSWORD = 'Quiet-harbour-5';

export interface Told {
  readonly code: number;
  readonly text: string;
}

/** The programs behind `npm run`. */
const SCRIPTS = (JSON.parse(readFileSync(`${PROJECT}package.json`, 'utf8')) as { scripts: Record<string, string> }).scripts;

/** A command as an operator gives it beside the running product, `npm run NAME -- ARGS`, without the time that npm takes. */
export function command(name: string, ...args: readonly string[]): Promise<Told> {
  const [program, script = '', ...given] = SCRIPTS[name]?.split(' ') ?? [];
  if (program !== 'node') throw new Error(`there is no command ${name}`);
  return run(script, [...given, ...args]);
}

function run(script: string, args: readonly string[]): Promise<Told> {
  return new Promise((resolve, reject) => {
    execFile(
      process.execPath,
      [script, ...args],
      { cwd: PROJECT, env: { ...process.env, DATA_DIR: product.dataDir }, timeout: 60_000 },
      (error, stdout, stderr) => {
        if (error === null) resolve({ code: 0, text: stdout + stderr });
        else if (typeof error.code === 'number') resolve({ code: error.code, text: stdout + stderr });
        else reject(new Error(`${script} ${args.join(' ')} did not end by itself`, { cause: error }));
      },
    );
  });
}

export interface Company {
  readonly name: string;
  readonly owner: Credentials;
  readonly admin: Api;
  readonly imeis: readonly string[];
}

/** Another one for each company and person, also beside another worker, so that journeys never meet. */
let numbers = (Math.floor(Date.now() / 1000) % 100_000) * 100_000 + (Number(process.env['TEST_WORKER_INDEX'] ?? 0) % 100) * 1000;

/** An IMEI that nobody else has. */
export const newImei = (): string => String(FIRST_IMEI + BigInt((numbers += 1)) * 1000n).padStart(15, '0');
const FIRST_IMEI = 4_000_000_000_000n;

/** An account with that many units, whose trackers have been theirs for ever, so that last month can be driven today. */
export async function createCompany(title: string, units: number): Promise<Company> {
  const name = `${title} ${(numbers += 1)}`;
  const email = `chief@${name.toLowerCase().replace(' ', '-')}.example`;
  const made = await command('create-account', '--name', name, '--email', email, '--full-name', 'Runa Ek', '--country', 'SE');
  const password = /Sign in as \S+ with (\S+)/.exec(made.text)?.[1];
  if (!password) throw new Error(made.text);
  const first = FIRST_IMEI + BigInt(numbers) * 1000n;
  const fleet = ['--imei-from', String(first), '--units', String(units), '--account', name];
  const added = await run('apps/server/src/cli/register-simulated.ts', fleet);
  expect(added.code, added.text).toBe(0);
  const imeis = Array.from({ length: units }, (_, i) => String(first + BigInt(i)).padStart(15, '0'));
  const admin = await apiAs({ email, password });
  await Promise.all(
    imeis.map(async (imei, i) =>
      expect((await admin('units.update', { params: { imei }, body: { name: `Bil ${i + 1}` } })).status).toBe(200),
    ),
  );
  return { name, owner: { email, password }, admin, imeis };
}

export interface Employee extends Credentials {
  readonly id: number;
  readonly name: string;
}

/** Invites somebody, who follows the link in the mail and chooses a password. */
export async function hire(
  admin: Api,
  who: { name: string; language: string; unit_ids?: number[]; is_admin?: boolean },
): Promise<Employee> {
  const { name, ...rest } = who;
  const email = `${name.toLowerCase().replaceAll(/[^a-z0-9]+/g, '-')}-${(numbers += 1)}@staff.example`;
  const { data, errors } = await admin<{ id: number }>('users.invite', { body: { full_name: name, email, ...rest } });
  expect(errors).toBeUndefined();
  const mail = await readMail({ to: email, subject: /./ });
  const code = /reset-password\?_c=([\w-]+)/.exec(mail)?.[1];
  const body = { code, password: PASSWORD, password_confirmation: PASSWORD };
  expect((await apiOf(null)('auth.reset-password', { body })).status).toBe(200);
  return { id: data.id, name, email, password: PASSWORD };
}

/** Another administrator beside one of the demo's: for a journey that leaves its choices with the server. */
export async function joinDemo(beside: 'admin' | 'beginner'): Promise<Employee> {
  const admin = await apiAs(credentialsOfDemo(beside));
  return hire(admin, { name: 'Bodil Ny', language: 'sv', is_admin: true });
}

async function openedBy(browser: Browser, options: BrowserContextOptions, who: Credentials, path: string): Promise<Page> {
  const context = await browser.newContext({
    locale: 'sv-SE',
    timezoneId: 'Asia/Kathmandu',
    reducedMotion: 'reduce',
    ...options,
  });
  const page = await context.newPage();
  page.setDefaultTimeout(60_000);
  await enter(page, who, path);
  return page;
}

/** A page of their own at a desk. */
export const pageAs = (browser: Browser, who: Credentials, path: string): Promise<Page> =>
  openedBy(browser, { viewport: { width: 1440, height: 900 } }, who, path);
/** A phone in their hand. */
export const openPhone = (browser: Browser, who: Credentials, path: string): Promise<Page> =>
  openedBy(browser, { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true }, who, path);

/** What a button of the page saved on the disk. */
export async function bytesOf(download: Download): Promise<Buffer> {
  return readFileSync(await download.path());
}

const dayIn = (ms: number): string => new Date(ms).toLocaleDateString('sv-SE', { timeZone: 'Europe/Stockholm' });
export const YESTERDAY = new Date(Date.parse(dayIn(Date.now())) - DAY_MS).toISOString().slice(0, 10);
/** `yyyy-MM` of the month before this one, where the companies are. */
export const LAST_MONTH = new Date(Date.parse(`${dayIn(Date.now()).slice(0, 7)}-01`) - DAY_MS).toISOString().slice(0, 7);
const lastDay = new Date(Date.parse(`${dayIn(Date.now()).slice(0, 7)}-01`) - DAY_MS).toISOString().slice(0, 10);
export const LAST_MONTH_DAYS = { from: `${LAST_MONTH}-01`, to: lastDay } as const;
/** A time of a day by the clock in Greenwich, which is the same day in all our zones between 02:00 and 20:00. */
export const timeOf = (day: string, clock: string): number => Date.parse(`${day}T${clock}:00Z`);

export interface TripRow {
  readonly id: number;
  readonly unit_id: number;
  readonly distance_m: number;
  readonly type: string;
  readonly purpose: string;
  readonly start: { readonly time: string };
}

/** The trips of a unit in order, once that many are in the log. */
export async function tripsOf(api: Api, imei: string, span: { from: string; to: string }, count: number): Promise<TripRow[]> {
  const body = { ...span, imeis: [imei], sort: 'time', descending: false, page_size: 100 };
  let trips: TripRow[] = [];
  const counted = async (): Promise<number> => {
    trips = (await api<{ trips: TripRow[] }>('trips.generate', { body })).data.trips;
    return trips.length;
  };
  await expect.poll(counted, { message: `trips of ${imei}` }).toBe(count);
  return trips;
}
