import { afterAll, beforeAll, expect, test } from 'vitest';
import { PICTURE_MAX_BYTES } from '@spora/contract/limits';
import {
  arrangePictures,
  getObjectDescription,
  getPicture,
  hullNumber,
  OBJECT_NUMBERS,
  OBJECT_TYPES,
  type ObjectDescription,
  removePicture,
  saveObjectDescription,
} from '@spora/contract/object-description/endpoints';
import { pathOf } from '@spora/contract/paths';
import { unitHistory } from '@spora/contract/units/endpoints';
import { makeAccount, makeMember, makeUnit } from '../../testing/database.ts';
import { type Caller, testApp } from '../../testing/http.ts';
import { jpegOf, pngClaiming, pngOf, withExif } from '../../testing/picture.ts';
import { bearsRegistration, factsToTell, NOTHING_KNOWN } from './rules.ts';

const UNLIMITED = { burst: 1e9, perSecond: 1e9 };
const app = await testApp({ http: { rates: { address: UNLIMITED, member: UNLIMITED, account: UNLIMITED } } });
afterAll(() => app.close());
const { owner } = app.database;
const accountId = await makeAccount(app.database);
let admin: Caller;
let adminMember: { id: number };
let driver: Caller;
let driverMember: { id: number };
let stranger: Caller;
let foreignAdmin: Caller;

beforeAll(async () => {
  adminMember = await makeMember(app.database, { accountId });
  admin = await app.signInAs(adminMember);
  driverMember = await makeMember(app.database, { accountId, isAdmin: false });
  driver = await app.signInAs(driverMember);
  stranger = await app.signInAs(await makeMember(app.database, { accountId, isAdmin: false }));
  foreignAdmin = await app.signInAs(await makeMember(app.database, { accountId: await makeAccount(app.database) }));
});

const newUnit = (visibleTo: readonly number[] = []) => makeUnit(app.database, { accountId, kind: 'boat', visibleTo });
let lastAddress = 0;
async function add(caller: Caller, imei: string, picture: Buffer, type = 'image/jpeg') {
  lastAddress += 1;
  const response = await caller.request({
    method: 'POST',
    url: pathOf('object-description.add-picture', { imei }),
    headers: { 'content-type': type },
    remoteAddress: `198.18.9.${lastAddress}`,
    payload: picture,
  });
  const body = response.json<{ data?: ObjectDescription; errors?: unknown }>();
  return { status: response.statusCode, ...body };
}

test('API-100, OBJ-001, UNIT-024: whoever has access describes the object, and the unit tells who changed what', async () => {
  const { imei } = await newUnit([driverMember.id]);
  const saved = await driver.call(saveObjectDescription, {
    params: { imei },
    body: {
      type: 'boat',
      manufacturer: ' Sörvik ',
      model: '540 HT',
      year: 2019,
      hull_number: 'se-abc12345d404',
      motor_number: 'F70 123',
    },
  });
  expect(saved.data).toMatchObject({
    type: 'boat',
    manufacturer: 'Sörvik',
    model: '540 HT',
    year: 2019,
    hull_number: 'SEABC12345D404',
    motor_number: 'F70 123',
    can: { edit: true },
  });
  await admin.call(saveObjectDescription, { params: { imei }, body: { insurance_company: 'Skuta Försäkring', year: null } });
  expect((await admin.call(getObjectDescription, { params: { imei } })).data).toMatchObject({
    manufacturer: 'Sörvik',
    insurance_company: 'Skuta Försäkring',
    year: null,
  });
  const { rows } = (await admin.call(unitHistory, { params: { imei } })).data!;
  expect(rows.map(({ field }) => field)).toEqual(expect.arrayContaining(['object_hull_number', 'object_insurance_company']));
  const audited = await owner.selectFrom('audit_entry').where('action', '=', 'object-described').select('details').execute();
  expect(audited).toHaveLength(2);
  expect(audited[1]?.details, 'what it was and became').toMatchObject({
    changes: expect.arrayContaining([
      { field: 'insurance_company', before: null, after: 'Skuta Försäkring' },
      { field: 'year', before: '2019', after: null },
    ]),
  });
});

test('OBJ-005, DEC-66, CONST-040: a hull number is 14 letters and digits or none; the dash after the country is taken out', async () => {
  const { imei } = await newUnit();
  const save = (hull_number: string) => admin.call(saveObjectDescription, { params: { imei }, body: { hull_number } });
  for (const wrong of ['SEABC12345D40', 'SEABC12345D4045', 'SEABC-12345D404', 'SEABC12345D4Ö4', 'S-EABC12345D404'])
    expect((await save(wrong)).errors, wrong).toEqual({ hull_number: ['HullNumberInvalid'] });
  expect((await save('no-xyz 9z8 7k5 d16')).errors).toBeUndefined();
  expect(hullNumber.parse('  ')).toBe('');
  expect((await save('')).data!.hull_number).toBe('');
});

test('OBJ-007: a link is an address of the web and nothing else', async () => {
  const { imei } = await newUnit();
  const save = (link: string) => admin.call(saveObjectDescription, { params: { imei }, body: { links: [link] } });
  for (const wrong of [
    'javascript:alert(1)',
    'data:text/html,x',
    'ftp://example.test/x',
    'example.test',
    'https://a:b@example.test',
    'https://',
  ])
    expect((await save(wrong)).errors, wrong).toEqual({ 'links.0': ['LinkInvalid'] });
  expect((await save('https://example.test/manual.pdf')).data!.links).toEqual(['https://example.test/manual.pdf']);
});

test('OBJ-004: which numbers an object bears follows from its type; the others are kept, and not told', () => {
  const all = { ...NOTHING_KNOWN, hull_number: 'H', motor_number: 'M', chassis_number: 'C', serial_number: 'S' };
  const told = (type: (typeof OBJECT_TYPES)[number]) => {
    const { hull_number, motor_number, chassis_number, serial_number } = factsToTell({ ...all, type });
    return hull_number + motor_number + chassis_number + serial_number;
  };
  expect([told('boat'), told('water-jet'), told('car'), told('excavator')]).toEqual(['HM', 'HM', 'C', 'S']);
  expect([bearsRegistration('car'), bearsRegistration('boat'), bearsRegistration(null)]).toEqual([true, false, true]);
  for (const type of OBJECT_TYPES) expect(OBJECT_NUMBERS[type].length, type).toBeGreaterThan(0);
});

test('OBJ-001: a year is at the latest the next one', async () => {
  const { imei } = await newUnit();
  const save = (year: number) => admin.call(saveObjectDescription, { params: { imei }, body: { year } });
  const next = app.clock.now.getUTCFullYear() + 1;
  expect((await save(next)).data!.year).toBe(next);
  expect((await save(next + 1)).errors).toEqual({ year: ['YearInvalid'] });
});

test('API-100, OBJ-002, SEC-012: a picture is written anew without its place, and comes back with the headers of a picture', async () => {
  const { imei } = await newUnit([driverMember.id]);
  const sent = withExif(await jpegOf(80, 40), 1, 'GPS 59.3293');
  const { data } = await add(driver, imei, sent);
  expect(data!.pictures).toMatchObject([{ caption: '', width: 80, height: 40 }]);
  const id = data!.pictures[0]!.id;
  const answer = await driver.call(getPicture, { params: { imei, id } });
  expect(answer.raw.includes('59.3293')).toBe(false);
  expect(answer.headers).toMatchObject({
    'content-type': 'image/jpeg',
    'x-content-type-options': 'nosniff',
    'cache-control': 'private, max-age=604800, immutable',
    vary: expect.stringContaining('authorization') as string,
  });
  for (const other of [stranger, foreignAdmin])
    expect((await other.call(getPicture, { params: { imei, id } })).errors).toBe('UnitNotFound');
  const elsewhere = await newUnit();
  expect((await admin.call(getPicture, { params: { imei: elsewhere.imei, id } })).errors).toBe('PictureNotFound');
});

test('ERR-036, ERR-042, CONST-037: too large, of another kind, too many pixels, broken: each is told apart', async () => {
  const { imei } = await newUnit();
  expect(await add(admin, imei, Buffer.alloc(PICTURE_MAX_BYTES + 1, 1))).toMatchObject({ status: 413, errors: 'ImageTooLarge' });
  expect(await add(admin, imei, Buffer.from('GIF89a'), 'image/gif')).toMatchObject({ status: 415, errors: 'ImageWrongType' });
  expect(await add(admin, imei, Buffer.from('{"a":1}'), 'application/json')).toMatchObject({
    status: 415,
    errors: 'ImageWrongType',
  });
  expect(await add(admin, imei, Buffer.from('GIF89a'), 'image/png')).toMatchObject({ status: 415, errors: 'ImageWrongType' });
  expect(await add(admin, imei, pngClaiming(20_000, 20_000))).toMatchObject({ status: 422, errors: 'ImageTooManyPixels' });
  expect(await add(admin, imei, pngClaiming(20, 20))).toMatchObject({ status: 422, errors: 'ImageBroken' });
  const none = await admin.request({ method: 'POST', url: pathOf('object-description.add-picture', { imei }) });
  expect(none.statusCode).toBe(415);
});

test('no other call takes a picture as its body', async () => {
  const { imei } = await newUnit();
  const response = await admin.request({
    method: 'PUT',
    url: pathOf('object-description.save', { imei }),
    headers: { 'content-type': 'image/png' },
    payload: await pngOf(2, 2),
  });
  expect(response.statusCode).toBe(415);
});

test('CONST-037: five pictures and no sixth, also when they come at once; the same file twice is one', async () => {
  const { imei } = await newUnit();
  const files = await Promise.all(Array.from({ length: 6 }, (_, i) => pngOf(10 + i, 10)));
  const answers = await Promise.all(files.map((file) => add(admin, imei, file, 'image/png')));
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 200, 200, 200, 200, 409]);
  expect(answers.find(({ status }) => status === 409)!.errors).toBe('PicturesMax');
  const other = await newUnit();
  await add(admin, other.imei, files[0]!, 'image/png');
  expect((await add(admin, other.imei, files[0]!, 'image/png')).data!.pictures).toHaveLength(1);
});

test('OBJ-006: pictures are reordered, given captions and deleted; an order of pictures that are not these is refused', async () => {
  const { imei } = await newUnit();
  await add(admin, imei, await pngOf(10, 10), 'image/png');
  const { data } = await add(admin, imei, await pngOf(20, 10), 'image/png');
  const [first, second] = data!.pictures.map(({ id }) => id) as [number, number];
  const arrange = (pictures: { id: number; caption: string }[]) =>
    admin.call(arrangePictures, { params: { imei }, body: { pictures } });
  const arranged = await arrange([
    { id: second, caption: 'Babord' },
    { id: first, caption: '' },
  ]);
  expect(arranged.data!.pictures.map(({ id, caption }) => [id, caption])).toEqual([
    [second, 'Babord'],
    [first, ''],
  ]);
  expect((await arrange([{ id: second, caption: '' }])).errors).toBe('PicturesChanged');
  expect(
    (
      await arrange([
        { id: second, caption: '' },
        { id: second, caption: '' },
      ])
    ).errors,
  ).toBe('PicturesChanged');
  const left = await admin.call(removePicture, { params: { imei, id: second } });
  expect(left.data!.pictures.map(({ id }) => id)).toEqual([first]);
  expect((await admin.call(removePicture, { params: { imei, id: second } })).errors).toBe('PictureNotFound');
  expect(await owner.selectFrom('object_picture').where('id', '=', second).select('id').execute()).toEqual([]);
});

test('LOCK-005, LOCK-006: a locked unit is described by its locker, and by no administrator without access', async () => {
  const { imei, unitId } = await newUnit([driverMember.id]);
  await owner
    .updateTable('unit')
    .set({ locked_at: app.clock.now, locked_by_member_id: driverMember.id })
    .where('id', '=', unitId)
    .execute();
  expect(await admin.call(getObjectDescription, { params: { imei } })).toMatchObject({ status: 403, errors: 'UnitLocked' });
  expect((await admin.call(saveObjectDescription, { params: { imei }, body: { model: 'x' } })).errors).toBe('UnitLocked');
  expect((await add(admin, imei, await pngOf(4, 4), 'image/png')).errors).toBe('UnitLocked');
  expect((await driver.call(saveObjectDescription, { params: { imei }, body: { model: 'x' } })).data!.model).toBe('x');
});
