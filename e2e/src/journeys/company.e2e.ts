import { expect, test, type Browser, type BrowserContext, type Page } from '@playwright/test';
import { createTrackerClient } from '@spora/simulator/tracker-client';
import { randomOf } from '@spora/simulator/random';
import { type Api, apiAs, apiOf } from '../api.ts';
import { register } from '../customers.ts';
import { openMail, readCode } from '../mailbox.ts';
import { expectSignedIn, product, sendSignIn } from '../people.ts';

/** Issue 4's acceptance, 1 to 4: one company from its first sign-in on. The parts follow each other. */
test.describe.configure({ mode: 'serial' });

const PASSWORD = 'Quiet-harbour-5';
const DEPARTMENTS = ['Bygg', 'Service', 'Kontor'] as const;
const FAR = '/user/edit-terminal?imei=';

/** Numbers with a right check digit that nobody else's stock has. */
function imeiOf(n: number): string {
  const digits = `0030000${String(n).padStart(7, '0')}`;
  const sum = [...digits].reduce((total, digit, i) => {
    const value = Number(digit) * (i % 2 === 1 ? 2 : 1);
    return total + (value > 9 ? value - 9 : value);
  }, 0);
  return digits + String((10 - (sum % 10)) % 10);
}

interface User {
  readonly id: number;
  readonly email: string;
}
interface Row {
  readonly id: number;
  readonly imei: string;
  readonly name: string;
}
interface TripRow {
  readonly unit_name: string;
  readonly distance_m: number;
  readonly start: { readonly time: string; readonly odometer_km: number | null };
  readonly stop: { readonly odometer_km: number | null } | null;
}

let admin: Api;
const users: User[] = [];
const emailOf = (i: number): string => `person${i}@halvmane-staff.example`;
const rowsOf = async (api: Api): Promise<Row[]> => (await api<{ units: Row[] }>('units.rows')).data.units;
const figures = (text: string): void => console.log(`figures: ${text}`);

async function supportApi(context: BrowserContext): Promise<Api> {
  const email = 'support@spora.example';
  const signedIn = await apiOf(null)<{ token: string }>('support.sign-in', {
    body: { email, password: product.passwords[email] ?? '' },
  });
  const pending = apiOf(signedIn.data.token);
  expect((await pending('support.request-code', { body: { lang: 'sv' } })).status).toBe(200);
  const code = await readCode(context, { to: email });
  const { data } = await pending<{ token: string }>('support.verify-code', { body: { code } });
  return apiOf(data.token);
}

async function pageAs(browser: Browser, email: string): Promise<Page> {
  const context = await browser.newContext({ locale: 'sv-SE', reducedMotion: 'reduce' });
  const page = await context.newPage();
  await page.goto(product.url);
  await sendSignIn(page, { email, password: PASSWORD });
  await expectSignedIn(page);
  return page;
}

test('ADM-024, ADM-007: a new account begins with the guide and makes three departments', async ({ page, context }) => {
  const support = await supportApi(context);
  const imeis = Array.from({ length: 125 }, (_, i) => imeiOf(i));
  expect((await support<{ added: number }>('support.add-stock', { body: { imeis } })).data.added).toBe(125);

  const owner = await register('company');
  await page.goto(product.url);
  await sendSignIn(page, owner);
  await page.waitForURL(/\/administration\/first-steps/, { timeout: 20_000 });
  await expect(page.getByRole('progressbar')).toBeVisible();
  await page.goto(`${product.url}/administration/user-accounts?tab=departments`);
  for (const name of DEPARTMENTS) {
    await page.getByRole('textbox', { name: 'Ny avdelning' }).fill(name);
    await page.getByRole('textbox', { name: 'Ny avdelning' }).press('Enter');
    await expect(page.getByRole('table').getByText(name, { exact: true })).toBeVisible();
  }
  admin = await apiAs(owner);
});

test('ADM-007, ADM-008, UNIT-002, ROLE-002: twenty units, ten people invited by mail who choose their passwords, access by department', async ({
  context,
  browser,
}) => {
  test.setTimeout(180_000);
  for (let i = 0; i < 20; i += 1) {
    const department = DEPARTMENTS[i % 3]!;
    const answer = await admin('units.add', {
      body: {
        imei: imeiOf(i),
        name: `Bil ${i + 1}`,
        registration_number: `BYG${100 + i}`,
        department,
        ...(i === 0 ? { is_benefit_car: true } : {}),
      },
    });
    expect({ status: answer.status, errors: answer.errors }).toEqual({ status: 200, errors: undefined });
  }
  for (let i = 0; i < 10; i += 1) {
    const { data, errors } = await admin<User>('users.invite', {
      body: { full_name: `Person ${i}`, email: emailOf(i), department: DEPARTMENTS[i % 3], is_admin: i === 9, language: 'sv' },
    });
    expect(errors).toBeUndefined();
    users.push(data);
  }
  for (const { email } of [users[0]!, users[1]!, users[9]!]) {
    const mail = await openMail(context, { to: email, subject: /bjuder in/ });
    const html = await mail.content();
    const link = /https?:[^"<>\s]*reset-password[^"<>\s]*/.exec(html)?.[0].replaceAll('&amp;', '&');
    await mail.close();
    const own = await browser.newContext({ locale: 'sv-SE' });
    const page = await own.newPage();
    await page.goto(link ?? '');
    const fields = page.locator('input[type=password]');
    await fields.nth(0).fill(PASSWORD);
    await fields.nth(1).fill(PASSWORD);
    await fields.nth(1).press('Enter');
    await expect
      .poll(async () => (await apiOf(null)('auth.sign-in', { body: { username: email, password: PASSWORD } })).status)
      .toBe(200);
    await own.close();
  }
  const rows = await rowsOf(admin);
  const give = users
    .slice(0, 9)
    .flatMap((user, i) =>
      rows.filter(({ name }) => (Number(name.slice(4)) - 1) % 3 === i % 3).map(({ id }) => ({ user_id: user.id, unit_id: id })),
    );
  const { data } = await admin<{ given: number }>('users.change-access', { body: { give } });
  expect(data.given).toBe(give.length);
  figures(`${rows.length} units, ${users.length} invited, 3 invitations opened, ${data.given} pairs of access`);
});

test('LOCK-001, LOCK-005, LOCK-010, ROLE-002: what drivers, another administrator and the locker see, and what each is refused', async ({
  browser,
}) => {
  test.setTimeout(120_000);
  const as = (i: number) => apiAs({ email: emailOf(i), password: PASSWORD });
  const [driver, neighbour, second] = [await as(0), await as(1), await as(9)];
  const locked = imeiOf(0);
  expect((await driver('units.lock', { params: { imei: locked }, body: { reason: 'Privat' } })).status).toBe(200);

  expect((await rowsOf(driver)).length).toBe(7);
  expect((await rowsOf(neighbour)).length).toBe(7);
  for (const [who, api] of [
    ['second', second],
    ['admin', admin],
  ] as const) {
    expect(await api('maintenance.odometer', { params: { imei: locked } }), who).toMatchObject({
      status: 403,
      errors: 'UnitLocked',
    });
    expect(await api('units.unlock', { params: { imei: locked }, body: {} }), who).toMatchObject({
      status: 403,
      errors: 'OnlyLockerUnlocks',
    });
    expect((await api<{ features: unknown[] }>('tracking.positions')).status, who).toBe(200);
  }
  expect((await neighbour('units.get', { params: { imei: locked } })).status).toBe(404);
  const refusals: [Promise<{ status: number }>, number][] = [
    [driver('users.list'), 403],
    [driver('units.add', { body: { imei: imeiOf(120), name: 'X' } }), 403],
    [driver('accounts.audit'), 403],
    [driver('accounts.create-group', { params: { kind: 'departments' }, body: { name: 'X' } }), 403],
    [neighbour('maintenance.save-odometer', { params: { imei: imeiOf(1) }, body: { value: 5 } }), 403],
    [second('users.list'), 200],
  ];
  for (const [answer, status] of refusals) expect((await answer).status).toBe(status);
  const take = await admin<{ given: number; refused: unknown[] }>('users.change-access', {
    body: { take: [{ user_id: users[0]!.id, unit_id: (await rowsOf(driver)).find(({ imei }) => imei === locked)!.id }] },
  });
  expect(take.data.refused).toHaveLength(1);

  const page = await pageAs(browser, emailOf(0));
  await page.goto(`${product.url}/user/edit-terminal-list`);
  await expect(page.getByText('Bil 4', { exact: true }).first()).toBeVisible();
  await expect(page.getByText('Bil 2', { exact: true })).toHaveCount(0);
  await page.goto(`${product.url}/administration/user-accounts`);
  await expect(page.getByRole('textbox', { name: 'Ny avdelning' })).toHaveCount(0);
  await page.context().close();
  const other = await pageAs(browser, emailOf(9));
  await other.goto(`${product.url}${FAR}${locked}&tab=odometer`);
  await expect(other.getByText(/låst/i).first()).toBeVisible();
  await other.context().close();
});

test('UNIT-013, UNIT-014, ADM-010: a hundred units at once and back, fifty users of whom five are wrong', async () => {
  test.setTimeout(240_000);
  for (let i = 20; i < 101; i += 1)
    expect(
      (await admin('units.add', { body: { imei: imeiOf(i), name: `Bil ${i + 1}`, registration_number: `BYG${100 + i}` } }))
        .status,
    ).toBe(200);
  const imeis = Array.from({ length: 100 }, (_, i) => imeiOf(i + 1));
  const bulk = async (action: 'add' | 'remove', commit: boolean) => {
    const from = performance.now();
    const { data, errors } = await admin<{ units: { after: string; refused: string | null }[] }>('units.bulk', {
      params: { field: 'tags' },
      body: { imeis, action, values: ['Vinterdäck'], commit },
    });
    expect(errors).toBeUndefined();
    figures(
      `bulk ${action}${commit ? '' : ' (preview)'} of ${data.units.length} units: ${Math.round(performance.now() - from)} ms`,
    );
    return data.units;
  };
  const tagged = async () =>
    ((await rowsOf(admin)) as (Row & { tags: string[] })[]).filter(({ tags }) => tags.includes('Vinterdäck')).length;
  expect((await bulk('add', false)).every(({ after }) => after.includes('Vinterdäck'))).toBe(true);
  expect(await tagged()).toBe(0);
  await bulk('add', true);
  expect(await tagged()).toBe(100);
  await bulk('remove', true);
  expect(await tagged()).toBe(0);
  const withLocked = await admin<{ units: { refused: string | null }[] }>('units.bulk', {
    params: { field: 'tags' },
    body: { imeis: [imeiOf(0), ...imeis], action: 'add', values: ['Vinterdäck'], commit: true },
  });
  expect(withLocked.data.units.filter(({ refused }) => refused === 'UnitLocked')).toHaveLength(1);

  const good = Array.from({ length: 45 }, (_, i) => `Ny ${i};ny${i}@halvmane-staff.example;Bygg;${imeiOf(i + 1)}`);
  const wrong = [
    `Utan adress;inte-en-adress;Bygg;`,
    `;namnlos@halvmane-staff.example;Bygg;`,
    `Två gånger;ny0@halvmane-staff.example;Bygg;`,
    `Finns redan;${emailOf(3)};Bygg;`,
    `Okänd enhet;okand@halvmane-staff.example;Bygg;ZZZ999`,
  ];
  const csv = ['namn;e-post;avdelning;enheter', ...good, ...wrong].join('\n');
  const before = (await admin<{ user: unknown[] }>('users.list')).data.user.length;
  const load = async (commit: boolean) => {
    const from = performance.now();
    const { data, errors } = await admin<{ rows: { errors: string[]; invited: boolean }[] }>('users.import', {
      body: { csv, commit },
    });
    expect(errors).toBeUndefined();
    const bad = data.rows.filter((row) => row.errors.length > 0).length;
    figures(
      `import${commit ? '' : ' (preview)'}: ${data.rows.length} rows, ${bad} wrong, ${data.rows.filter(({ invited }) => invited).length} invited, ${Math.round(performance.now() - from)} ms`,
    );
    return [bad, data.rows.filter(({ invited }) => invited).length];
  };
  expect(await load(false)).toEqual([5, 0]);
  expect(await load(true)).toEqual([5, 45]);
  expect((await admin<{ user: unknown[] }>('users.list')).data.user.length).toBe(before + 45);
});

const HOUR = 3_600_000;
/** All of the simulated day lies behind, so that no clock has to be moved. */
const NOW = Date.now();

/** A quarter of an hour at 60 km/h, with a stand before and after. */
async function drives(imei: string, hoursAgo: number): Promise<void> {
  const client = createTrackerClient({
    host: '127.0.0.1',
    port: product.trackerPort,
    imei,
    transport: 'tcp',
    order: 'oldest-first',
    random: randomOf(imei),
    retryMs: 10,
    onEvent: () => undefined,
  });
  const start = NOW - hoursAgo * HOUR;
  let metres = 0;
  for (let s = -300; s <= 1800; s += 15) {
    const isDriving = s >= 0 && s < 900;
    if (isDriving) metres += 250;
    client.report({
      timeMs: start + s * 1000,
      latE7: 577_000_000,
      lonE7: 119_600_000 + metres * 167 + Math.round(hoursAgo * 250_000),
      altitudeM: 12,
      headingDeg: 90,
      satellites: 11,
      speedKmh: isDriving ? 60 : 0,
      priority: 0,
      eventId: 0,
      io: [
        { id: 239, width: 1, value: isDriving ? 1 : 0 },
        { id: 240, width: 1, value: isDriving ? 1 : 0 },
      ],
    });
  }
  client.connect();
  await client.drained(20_000);
  client.close();
}

const dayOf = (ms: number): string => new Date(ms).toISOString().slice(0, 10);
async function tripsOf(imei: string): Promise<TripRow[]> {
  const body = { from: dayOf(NOW - 2 * 24 * HOUR), to: dayOf(NOW + 24 * HOUR), imeis: [imei], sort: 'time', descending: false };
  return (await admin<{ trips: TripRow[] }>('trips.generate', { body })).data.trips;
}
const hoursOf = (trips: readonly TripRow[]): number[] =>
  trips.map(({ start }) => Math.round((NOW - Date.parse(start.time)) / HOUR));
const ago = (hours: number): string => new Date(NOW - hours * HOUR).toISOString();
const isoBody = (hours: number) => ({ from: ago(hours) });
const [OLD, NEW] = [imeiOf(2), imeiOf(121)];

test('UNIT-005, UNIT-006: a tracker replaced and a car changed in the middle of the day: each trip is its vehicle’s', async () => {
  test.setTimeout(120_000);
  await drives(OLD, 9);
  await expect.poll(async () => hoursOf(await tripsOf(OLD)), { timeout: 20_000 }).toEqual([9]);
  expect(await admin('units.replace', { body: { current_imei: OLD, new_imei: NEW, ...isoBody(7) } })).toMatchObject({
    status: 200,
  });
  await drives(NEW, 5);
  await drives(NEW, 1);
  await expect.poll(async () => hoursOf(await tripsOf(NEW)), { timeout: 20_000 }).toEqual([9, 5, 1]);
  expect(
    await admin('units.change-car', { body: { imei: NEW, name: 'Nya bilen', registration_number: 'NYB123', ...isoBody(3) } }),
  ).toMatchObject({
    status: 200,
  });
  await expect.poll(async () => hoursOf(await tripsOf(NEW)), { timeout: 30_000 }).toEqual([1]);
  expect((await tripsOf(NEW))[0]?.unit_name).toBe('Nya bilen');
  const body = { from: dayOf(NOW - 2 * 24 * HOUR), to: dayOf(NOW + 24 * HOUR), sort: 'time', descending: false };
  let all: TripRow[] = [];
  const told = async (): Promise<string[]> => {
    all = (await admin<{ trips: TripRow[] }>('trips.generate', { body })).data.trips;
    return all.map(({ unit_name }, i) => `${unit_name} ${hoursOf(all)[i]}`);
  };
  // The vehicle that the tracker left is computed again after the one that it came to.
  await expect.poll(told, { timeout: 30_000 }).toEqual(['Bil 3 9', 'Bil 3 5', 'Nya bilen 1']);
  figures(all.map((trip) => `${trip.unit_name}: ${Math.round(trip.distance_m / 100) / 10} km`).join(', '));
});

test('UNIT-022: an odometer is previewed, set and corrected; the trips follow, a fall and a jump are warned of', async () => {
  test.setTimeout(60_000);
  const imei = imeiOf(3);
  const params = { imei };
  for (const hours of [9, 5]) await drives(imei, hours);
  await expect.poll(async () => hoursOf(await tripsOf(imei)), { timeout: 20_000 }).toEqual([9, 5]);
  const preview = async (value: number, hours: number) =>
    (
      await admin<{ warnings: string[]; count: number }>('maintenance.preview-odometer', {
        params,
        body: { value, time: ago(hours) },
      })
    ).data;
  const save = (value: number, hours: number, confirmed = false) =>
    admin<{ current_km: number }>('maintenance.save-odometer', { params, body: { value, time: ago(hours), confirmed } });
  const odometers = async () =>
    (await tripsOf(imei)).map(({ start, stop }) => [start.odometer_km, stop?.odometer_km].map((km) => Math.round(km ?? -1)));

  expect(await preview(50_000, 7)).toMatchObject({ warnings: [], count: 2 });
  expect((await save(50_000, 7)).status).toBe(200);
  expect(await odometers()).toEqual([
    [49_985, 50_000],
    [50_000, 50_015],
  ]);
  expect((await preview(40_000, 1)).warnings).not.toEqual([]);
  expect((await preview(60_000, 1)).warnings).not.toEqual([]);
  for (const value of [40_000, 60_000]) expect(await save(value, 1)).toMatchObject({ status: 409, errors: 'ConfirmReading' });
  expect((await save(50_020, 1)).status).toBe(200);
  const { data } = await admin<{ rows: { id: number }[]; current_km: number }>('maintenance.odometer', { params });
  figures(
    `odometer ${data.current_km} km; warnings of 40 000: ${(await preview(40_000, 1)).warnings.join()}, of 60 000: ${(await preview(60_000, 1)).warnings.join()}`,
  );
  const newest = Math.max(...data.rows.map(({ id }) => id));
  expect((await admin('maintenance.remove-odometer', { params: { imei, id: newest } })).status).toBe(200);
  expect(await odometers()).toEqual([
    [49_985, 50_000],
    [50_000, 50_015],
  ]);
});
