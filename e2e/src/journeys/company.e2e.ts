import { expect, test, type Browser } from '@playwright/test';
import { type Api, apiAs, apiOf } from '../api.ts';
import { registerAt } from '../customers.ts';
import { command, createCompany, hire, newImei, pageAs, type Company } from '../fleet.ts';
import { linkIn, mailboxOf, readMail } from '../mailbox.ts';
import { sendSignIn } from '../people.ts';
import { product } from '../started.ts';
import { drive, METRES_PER_PLACE } from '../trackers.ts';

/** Issue 4's acceptance, 1 to 4: companies from the first sign-in on, each journey with one of its own. */
const PASSWORD = 'Quiet-harbour-5';
const DEPARTMENTS = ['Bygg', 'Service', 'Kontor'] as const;

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

const rowsOf = async (api: Api): Promise<Row[]> => (await api<{ units: Row[] }>('units.rows')).data.units;
const figures = (text: string): void => console.log(`figures: ${text}`);

async function supportApi(): Promise<Api> {
  const email = 'support@spora.example';
  const signedIn = await apiOf(null)<{ token: string }>('support.sign-in', {
    body: { email, password: product.passwords[email] ?? '' },
  });
  const { lastMail, readCode } = mailboxOf(product);
  const after = await lastMail();
  const pending = apiOf(signedIn.data.token);
  expect((await pending('support.request-code', { body: { lang: 'sv' } })).status).toBe(200);
  const { data } = await pending<{ token: string }>('support.verify-code', {
    body: { code: await readCode({ to: email, after }) },
  });
  return apiOf(data.token);
}

test('ADM-024, ADM-007: a new account begins with the guide and makes three departments', async ({ page }) => {
  const support = await supportApi();
  const imei = newImei();
  expect((await support<{ added: number }>('support.add-stock', { body: { imeis: [imei] } })).data.added).toBe(1);

  const owner = await registerAt(product, 'company', imei);
  await page.goto(product.url);
  await sendSignIn(page, owner);
  await page.waitForURL(/\/administration\/first-steps/);
  await expect(page.getByRole('progressbar')).toBeVisible();
  await page.goto(`${product.url}/administration/user-accounts?tab=departments`);
  for (const name of DEPARTMENTS) {
    await page.getByRole('textbox', { name: 'Ny avdelning' }).fill(name);
    await page.getByRole('textbox', { name: 'Ny avdelning' }).press('Enter');
    await expect(page.getByRole('table').getByText(name, { exact: true })).toBeVisible();
  }
});

/** Follows the invitation in a browser of their own and chooses a password. */
async function acceptInvitation(browser: Browser, email: string): Promise<void> {
  const context = await browser.newContext({ locale: 'sv-SE' });
  const page = await context.newPage();
  await page.goto(linkIn(await readMail({ to: email, subject: /bjuder in/ }), /reset-password/));
  await page.getByLabel('Nytt lösenord', { exact: true }).fill(PASSWORD);
  await page.getByLabel('Upprepa lösenordet').fill(PASSWORD);
  await page.getByLabel('Upprepa lösenordet').press('Enter');
  await expect(page).toHaveURL(`${product.url}/`);
  await expect(page.getByRole('textbox', { name: /användarnamn/i }), 'only the password is asked for').toHaveValue(email);
  await context.close();
}

test('ADM-007, ADM-008, UNIT-002, LOCK-001, LOCK-005, LOCK-010, ROLE-002: twenty units, ten people invited by mail, access by department; what each sees of a locked unit and is refused', async ({
  browser,
}) => {
  const { admin } = await createCompany('Avdelningar', 1);
  const imeis = Array.from({ length: 20 }, newImei);
  expect((await command('add-stock', ...imeis.flatMap((imei) => ['--imei', imei]))).code).toBe(0);
  for (const name of DEPARTMENTS)
    expect((await admin('accounts.create-group', { params: { kind: 'departments' }, body: { name } })).status).toBe(200);
  for (const [i, imei] of imeis.entries()) {
    const answer = await admin('units.add', {
      body: {
        imei,
        name: `Vagn ${i + 1}`,
        registration_number: `BYG${100 + i}`,
        department: DEPARTMENTS[i % 3],
        ...(i === 0 ? { is_benefit_car: true } : {}),
      },
    });
    expect({ status: answer.status, errors: answer.errors }).toEqual({ status: 200, errors: undefined });
  }
  const own = newImei();
  const emailOf = (i: number): string => `person${i}-${own}@halvmane-staff.example`;
  const users: User[] = [];
  for (let i = 0; i < 10; i += 1) {
    const { data, errors } = await admin<User>('users.invite', {
      body: { full_name: `Person ${i}`, email: emailOf(i), department: DEPARTMENTS[i % 3], is_admin: i === 9, language: 'sv' },
    });
    expect(errors).toBeUndefined();
    users.push(data);
  }
  for (const { email } of [users[0]!, users[1]!, users[9]!]) await acceptInvitation(browser, email);
  const rows = (await rowsOf(admin)).filter(({ name }) => name.startsWith('Vagn'));
  expect(rows).toHaveLength(20);
  const give = users
    .slice(0, 9)
    .flatMap((user, i) =>
      rows.filter(({ name }) => (Number(name.slice(5)) - 1) % 3 === i % 3).map(({ id }) => ({ user_id: user.id, unit_id: id })),
    );
  const { data } = await admin<{ given: number }>('users.change-access', { body: { give } });
  expect(data.given).toBe(give.length);

  const who = (i: number) => ({ email: emailOf(i), password: PASSWORD });
  const [driver, neighbour, second] = [await apiAs(who(0)), await apiAs(who(1)), await apiAs(who(9))];
  const locked = imeis[0]!;
  await test.step('what the interface refuses', async () => {
    expect((await driver('units.lock', { params: { imei: locked }, body: { reason: 'Privat' } })).status).toBe(200);
    expect((await rowsOf(driver)).length).toBe(7);
    expect((await rowsOf(neighbour)).length).toBe(7);
    for (const [name, api] of [
      ['second', second],
      ['admin', admin],
    ] as const) {
      expect(await api('maintenance.odometer', { params: { imei: locked } }), name).toMatchObject({
        status: 403,
        errors: 'UnitLocked',
      });
      expect(await api('units.unlock', { params: { imei: locked }, body: {} }), name).toMatchObject({
        status: 403,
        errors: 'OnlyLockerUnlocks',
      });
      expect((await api<{ features: unknown[] }>('tracking.positions')).status, name).toBe(200);
    }
    expect((await neighbour('units.get', { params: { imei: locked } })).status).toBe(404);
    const refusals: [Promise<{ status: number }>, number][] = [
      [driver('users.list'), 403],
      [driver('units.add', { body: { imei: newImei(), name: 'X' } }), 403],
      [driver('accounts.audit'), 403],
      [driver('accounts.create-group', { params: { kind: 'departments' }, body: { name: 'X' } }), 403],
      [neighbour('maintenance.save-odometer', { params: { imei: imeis[1]! }, body: { value: 5 } }), 403],
      [second('users.list'), 200],
    ];
    for (const [answer, status] of refusals) expect((await answer).status).toBe(status);
    const take = await admin<{ given: number; refused: unknown[] }>('users.change-access', {
      body: { take: [{ user_id: users[0]!.id, unit_id: (await rowsOf(driver)).find(({ imei }) => imei === locked)!.id }] },
    });
    expect(take.data.refused).toHaveLength(1);
  });

  await test.step('what the pages show', async () => {
    const page = await pageAs(browser, who(0), '/user/edit-terminal-list');
    await expect(page.getByText('Vagn 4', { exact: true }).first()).toBeVisible();
    await expect(page.getByText('Vagn 2', { exact: true })).toHaveCount(0);
    await page.goto(`${product.url}/administration/user-accounts`);
    await expect(page.getByRole('heading', { name: 'Sidan hittades inte' })).toBeVisible();
    await expect(page.getByRole('textbox', { name: 'Ny avdelning' })).toHaveCount(0);
    await page.context().close();
    const other = await pageAs(browser, who(9), `/user/edit-terminal?imei=${locked}&tab=odometer`);
    await expect(other.getByText(/låst/i).first()).toBeVisible();
    await other.context().close();
  });
});

test('UNIT-013, UNIT-014, ADM-010: a hundred units at once and back, fifty users of whom five are wrong', async () => {
  test.setTimeout(240_000);
  const company = await createCompany('Hundra', 101);
  const { admin } = company;
  const [locked = '', ...imeis] = company.imeis;
  const first = (await rowsOf(admin)).find(({ imei }) => imei === locked)!;
  const driver = await hire(admin, { name: 'Lars Låst', language: 'sv', unit_ids: [first.id] });
  const lock = await (await apiAs(driver))('units.lock', { params: { imei: locked }, body: { reason: 'Privat' } });
  expect(lock.status).toBe(200);
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
    body: { imeis: [locked, ...imeis], action: 'add', values: ['Vinterdäck'], commit: true },
  });
  expect(withLocked.data.units.filter(({ refused }) => refused === 'UnitLocked')).toHaveLength(1);

  const newcomer = (i: number): string => `ny${i}-${locked}@halvmane-staff.example`;
  const good = Array.from({ length: 45 }, (_, i) => `Ny ${i};${newcomer(i)};Bygg;${imeis[i]}`);
  const wrong = [
    `Utan adress;inte-en-adress;Bygg;`,
    `;namnlos-${locked}@halvmane-staff.example;Bygg;`,
    `Två gånger;${newcomer(0)};Bygg;`,
    `Finns redan;${driver.email};Bygg;`,
    `Okänd enhet;okand-${locked}@halvmane-staff.example;Bygg;ZZZ999`,
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

/** A quarter of an hour at 60 km/h. */
const drives = (imei: string, hoursAgo: number): Promise<void> =>
  drive(imei, [{ at: NOW - hoursAgo * HOUR, from: 0, to: 15_000 / METRES_PER_PLACE, minutes: 15 }]);

const dayOf = (ms: number): string => new Date(ms).toISOString().slice(0, 10);
async function tripsOf(admin: Api, imei: string): Promise<TripRow[]> {
  const body = { from: dayOf(NOW - 2 * 24 * HOUR), to: dayOf(NOW + 24 * HOUR), imeis: [imei], sort: 'time', descending: false };
  return (await admin<{ trips: TripRow[] }>('trips.generate', { body })).data.trips;
}
const hoursOf = (trips: readonly TripRow[]): number[] =>
  trips.map(({ start }) => Math.round((NOW - Date.parse(start.time)) / HOUR));
const ago = (hours: number): string => new Date(NOW - hours * HOUR).toISOString();
const isoBody = (hours: number) => ({ from: ago(hours) });

test('UNIT-010, UNIT-011: a tracker replaced and a car changed in the middle of the day: each trip is its vehicle’s', async () => {
  const { admin, imeis } = await createCompany('Bytet', 1);
  const [OLD, NEW] = [imeis[0]!, newImei()];
  expect((await command('add-stock', '--imei', NEW)).code).toBe(0);
  await drives(OLD, 9);
  await expect.poll(async () => hoursOf(await tripsOf(admin, OLD))).toEqual([9]);
  expect(await admin('units.replace', { body: { current_imei: OLD, new_imei: NEW, ...isoBody(7) } })).toMatchObject({
    status: 200,
  });
  await drives(NEW, 5);
  await drives(NEW, 1);
  await expect.poll(async () => hoursOf(await tripsOf(admin, NEW))).toEqual([9, 5, 1]);
  expect(
    await admin('units.change-car', { body: { imei: NEW, name: 'Nya bilen', registration_number: 'NYB123', ...isoBody(3) } }),
  ).toMatchObject({
    status: 200,
  });
  await expect.poll(async () => hoursOf(await tripsOf(admin, NEW))).toEqual([1]);
  expect((await tripsOf(admin, NEW))[0]?.unit_name).toBe('Nya bilen');
  const body = { from: dayOf(NOW - 2 * 24 * HOUR), to: dayOf(NOW + 24 * HOUR), sort: 'time', descending: false };
  let all: TripRow[] = [];
  const told = async (): Promise<string[]> => {
    all = (await admin<{ trips: TripRow[] }>('trips.generate', { body })).data.trips;
    return all.map(({ unit_name }, i) => `${unit_name} ${hoursOf(all)[i]}`);
  };
  // The vehicle that the tracker left is computed again after the one that it came to.
  await expect.poll(told).toEqual(['Bil 1 9', 'Bil 1 5', 'Nya bilen 1']);
  figures(all.map((trip) => `${trip.unit_name}: ${Math.round(trip.distance_m / 100) / 10} km`).join(', '));
});

test('UNIT-022: an odometer is previewed, set and corrected; the trips follow, a fall and a jump are warned of', async () => {
  const company: Company = await createCompany('Mätaren', 1);
  const { admin } = company;
  const imei = company.imeis[0]!;
  const params = { imei };
  for (const hours of [9, 5]) await drives(imei, hours);
  await expect.poll(async () => hoursOf(await tripsOf(admin, imei))).toEqual([9, 5]);
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
    (await tripsOf(admin, imei)).map(({ start, stop }) =>
      [start.odometer_km, stop?.odometer_km].map((km) => Math.round(km ?? -1)),
    );

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
