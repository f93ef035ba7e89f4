import {
  OBJECT_NUMBERS,
  OBJECT_TYPES,
  type ObjectDescription,
  type TheftPage,
  type TheftReport,
} from '@spora/contract/object-description/endpoints';
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import type { ReactNode } from 'react';
import { afterEach, expect, test } from 'vitest';
import { ApiError } from '../../lib/api-error.ts';
import { fakeSend, renderScreen, signedInUser, type FakeAnswers } from '../../lib/testing.tsx';
import { faultsOf, formOf, hullNumberOf, inputOf, isWebLink, moved, numbersOf, smallerSize } from './model.ts';
import { TYPE_GROUPS } from './public/object-types.ts';
import { ObjectTab } from './public/object-tab.tsx';
import { SharedReportScreen } from './shared-report-screen.tsx';
import { TheftTab } from './public/theft-tab.tsx';
import { useObjectDraft, useTheftDraft } from './public/use-draft.ts';

afterEach(cleanup);

const IMEI = '350000000000017';
const FACTS = {
  type: 'boat' as const,
  manufacturer: 'Sörvik',
  model: '540',
  year: 2019,
  hull_number: '',
  motor_number: '',
  chassis_number: '',
  serial_number: '',
  insurance_company: '',
  insurance_number: '',
  links: [],
};
const described = (over: Partial<ObjectDescription> = {}): ObjectDescription => ({
  ...FACTS,
  registration_number: 'ABC123',
  pictures: [],
  can: { edit: true },
  ...over,
});
const picture = (id: number, caption = '') => ({ id, caption, width: 40, height: 30, bytes: 1000 });
const THEFT = {
  stolen_on: null,
  stolen_from: '',
  circumstances: '',
  owner_name: 'Norrbud',
  owner_email: 'anna@example.com',
  owner_phone: '',
  police_station: '',
  police_report_number: '',
  claim_number: '',
};
const REPORT: TheftReport = {
  version: 1,
  created_at: '2026-03-10T20:00:00Z',
  unit_name: 'Bottenhavet',
  registration_number: null,
  object: FACTS,
  theft: { ...THEFT, police_station: 'Umeå' },
  pictures: [],
  last_position: { at: '2026-03-10T19:00:00Z', lat: 63.8, lng: 20.3, address: 'Umeå', address_is_approximate: true },
  track_from: '2026-02-08T20:00:00Z',
  track_to: '2026-03-10T20:00:00Z',
  track: [[63.8, 20.3, 63.9, 20.4]],
  places: [{ name: 'Umeå', lat: 63.82, lng: 20.26 }],
  stops: [],
};
const page = (over: Partial<TheftPage> = {}): TheftPage => ({
  draft: THEFT,
  latest: null,
  versions: [],
  shares: [],
  can: { report: true },
  ...over,
});

function ObjectPage(): ReactNode {
  return <ObjectTab imei={IMEI} draft={useObjectDraft()} />;
}
function TheftPageShown(): ReactNode {
  return <TheftTab imei={IMEI} draft={useTheftDraft()} />;
}
async function show(shown: ReactNode, answers: FakeAnswers) {
  const send = fakeSend({ 'object-description.picture': () => new Uint8Array([1]), ...answers });
  URL.createObjectURL = () => 'blob:x';
  URL.revokeObjectURL = () => undefined;
  await renderScreen(shown, { send, user: signedInUser() });
  return send;
}
const fileOf = (name: string, type: string, bytes: number): File => new File([new Uint8Array(bytes)], name, { type });
const chooser = () => document.querySelector<HTMLInputElement>('input[type="file"]')!;

test('OBJ-004: the form asks for the numbers of the chosen type, the same that the contract names', async () => {
  for (const type of OBJECT_TYPES) expect(numbersOf(type), type).toEqual(OBJECT_NUMBERS[type]);
  expect(Object.values(TYPE_GROUPS).flat().sort()).toEqual([...OBJECT_TYPES].sort());
  await show(<ObjectPage />, { 'object-description.get': () => described() });
  expect(await screen.findByLabelText('Hull number')).toBeDefined();
  await userEvent.selectOptions(screen.getByLabelText('Type'), 'car');
  expect(screen.queryByLabelText('Hull number')).toBeNull();
  expect(screen.getByLabelText('Chassis number')).toBeDefined();
  expect(screen.getByLabelText<HTMLInputElement>('Registration number').value).toBe('ABC123');
  await userEvent.selectOptions(screen.getByLabelText('Type'), 'excavator');
  expect(screen.getByLabelText('Serial number')).toBeDefined();
});

test('OBJ-005: a hull number that is not whole is told before it is sent, and what was typed survives a refusal', async () => {
  let calls = 0;
  const send = await show(<ObjectPage />, {
    'object-description.get': () => described(),
    'object-description.save': () => {
      calls += 1;
      throw new ApiError(0, 'NetworkError');
    },
  });
  const hull = await screen.findByLabelText('Hull number');
  await userEvent.type(hull, 'se-abc123');
  await userEvent.click(screen.getByRole('button', { name: 'Save' }));
  expect(screen.getByText(/exactly 14 letters and digits/)).toBeDefined();
  await userEvent.type(hull, '45d404');
  await userEvent.click(screen.getByRole('button', { name: 'Save' }));
  await waitFor(() => expect(calls).toBeGreaterThan(0));
  expect(send.requests.findLast(({ id }) => id === 'object-description.save')?.body).toEqual({
    hull_number: 'SEABC12345D404',
    was: { hull_number: '' },
  });
  expect((hull as HTMLInputElement).value).toBe('se-abc12345d404');
});

test('OBJ-007: a link opens in a new tab without referrer, and only one of the web is a link', async () => {
  await show(<ObjectPage />, {
    'object-description.get': () => described({ links: ['https://example.test/a', 'javascript:alert(1)'] }),
  });
  const links = await screen.findAllByRole('link', { name: 'Open' });
  expect(links).toHaveLength(1);
  const told = ['target', 'rel', 'referrerpolicy'].map((name) => links[0]!.getAttribute(name));
  expect(told).toEqual(['_blank', 'noopener noreferrer', 'no-referrer']);
  expect([isWebLink('http://example.test'), isWebLink('https://a:b@example.test'), isWebLink('ftp://x')]).toEqual([
    true,
    false,
    false,
  ]);
});

test('ERR-036, ERR-042, OBJ-006: a picture over 1 MB is told by name, size and limit, and made smaller only if the person agrees', async () => {
  const send = await show(<ObjectPage />, {
    'object-description.get': () => described(),
    'object-description.add-picture': () => described(),
  });
  await screen.findByText('Pictures');
  await userEvent.upload(chooser(), fileOf('båt.jpg', 'image/jpeg', 2.5 * 1024 * 1024));
  expect(await screen.findByText('båt.jpg is 2.5 MB; the limit is 1 MB.')).toBeDefined();
  expect(send.requests.some(({ id }) => id === 'object-description.add-picture')).toBe(false);
  await userEvent.click(screen.getByRole('button', { name: 'Skip' }));
  expect(screen.queryByText(/båt.jpg/)).toBeNull();
  fireEvent.change(chooser(), { target: { files: [fileOf('notes.txt', 'text/plain', 10)] } });
  expect(await screen.findByText(/notes.txt .* is not a PNG or JPEG picture/)).toBeDefined();
  expect(screen.queryByRole('button', { name: 'Make smaller and add' })).toBeNull();
});

test('OBJ-002, OBJ-006: dropped pictures are sent one by one, and one that the server refuses is named', async () => {
  let count = 0;
  const send = await show(<ObjectPage />, {
    'object-description.get': () => described(),
    'object-description.add-picture': () => {
      count += 1;
      if (count === 2) throw new ApiError(422, 'ImageBroken');
      return described({ pictures: [picture(1)] });
    },
  });
  const zone = (await screen.findByText('Drop pictures here')).parentElement!;
  const files = [fileOf('a.png', 'image/png', 10), fileOf('b.png', 'image/png', 10)];
  fireEvent.drop(zone, { dataTransfer: { files, types: ['Files'] } });
  expect(await screen.findByText(/b.png .*damaged/)).toBeDefined();
  expect(send.requests.find(({ id }) => id === 'object-description.add-picture')?.file).toBe(files[0]);
  expect(await screen.findByText('1 picture added')).toBeDefined();
});

test('OBJ-006, CONST-037: pictures are reordered with the keyboard, given captions and deleted after a question; five are enough', async () => {
  const five = [1, 2, 3, 4, 5].map((id) => picture(id));
  const send = await show(<ObjectPage />, {
    'object-description.get': () => described({ pictures: five }),
    'object-description.arrange-pictures': () => described({ pictures: five }),
    'object-description.remove-picture': () => described({ pictures: five.slice(1) }),
  });
  await screen.findByText('There is no room for more. Delete a picture to add another.');
  expect(chooser()).toBeNull();
  screen.getByRole('button', { name: 'Move picture 2 earlier' }).focus();
  await userEvent.keyboard('{Enter}');
  const last = () => send.requests.findLast(({ id }) => id === 'object-description.arrange-pictures')?.body;
  await waitFor(() => expect(last()).toMatchObject({ pictures: [{ id: 2 }, { id: 1 }, { id: 3 }, { id: 4 }, { id: 5 }] }));
  await userEvent.type(screen.getByLabelText('Caption of picture 3'), 'Port side{Enter}');
  await waitFor(() => expect(last()).toMatchObject({ pictures: [{}, {}, { id: 3, caption: 'Port side' }, {}, {}] }));
  await userEvent.click(screen.getByRole('button', { name: 'Delete picture 1' }));
  await userEvent.click(within(screen.getByRole('dialog')).getByRole('button', { name: 'Delete the picture' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(moved(['a', 'b', 'c'], 0, 2)).toEqual(['b', 'c', 'a']);
});

test('UNIT-024: who may only read sees the description and the pictures, and nothing to change them with', async () => {
  await show(<ObjectPage />, {
    'object-description.get': () => described({ can: { edit: false }, pictures: [picture(1, 'Port side')] }),
  });
  expect((await screen.findByLabelText<HTMLInputElement>('Manufacturer')).disabled).toBe(true);
  expect(screen.getByText('Port side')).toBeDefined();
  expect(screen.queryByRole('button')).toBeNull();
});

test('OBJ-003, OBJ-008, OBJ-009: the report is filled in beforehand, reminds of the battery, and each press makes a version', async () => {
  const send = await show(<TheftPageShown />, {
    'object-description.theft-report': () => page(),
    'object-description.make-theft-report': () =>
      page({ latest: REPORT, versions: [{ version: 1, created_at: REPORT.created_at, created_by: 'Anna' }] }),
  });
  const owner = await screen.findByLabelText<HTMLInputElement>('Owner');
  expect(owner.value).toBe('Norrbud');
  expect(screen.getByText(/the battery decides/)).toBeDefined();
  await userEvent.clear(owner);
  await userEvent.click(screen.getByRole('button', { name: 'Create the report' }));
  expect(screen.getByText('Enter a name.')).toBeDefined();
  await userEvent.type(owner, 'Anna Ek');
  await userEvent.type(screen.getByLabelText('Police station'), 'Umeå');
  await userEvent.click(screen.getByRole('button', { name: 'Create the report' }));
  expect(await screen.findByRole('button', { name: 'Version 1 as PDF' })).toBeDefined();
  expect(screen.getByRole('img', { name: 'Drawing of the track, north up' })).toBeDefined();
  expect(send.requests.find(({ id }) => id === 'object-description.make-theft-report')?.body).toMatchObject({
    owner_name: 'Anna Ek',
    police_station: 'Umeå',
    include_private: false,
  });
});

test('ERR-041: what somebody else wrote of the object meanwhile is told, and taken or overwritten', async () => {
  let isOther = false;
  const theirs = { model: '600', insurance_company: 'Havsförsäkring' };
  const send = await show(<ObjectPage />, {
    'object-description.get': () => described(isOther ? theirs : {}),
    'object-description.save': ({ body }) => {
      if (body.was === undefined) return described({ ...theirs, model: '550' });
      isOther = true;
      throw new ApiError(409, 'ChangedMeanwhile');
    },
  });
  const model = await screen.findByLabelText<HTMLInputElement>('Model');
  const type = async () => {
    await userEvent.clear(model);
    await userEvent.type(model, '550');
    await userEvent.click(screen.getByRole('button', { name: 'Save' }));
  };
  await type();
  expect(await screen.findByText('Model is now: 600')).toBeDefined();
  expect(screen.queryByText(/Havsförsäkring/), 'what is not being changed is no conflict').toBeNull();
  expect(model.value, 'what was typed').toBe('550');
  await userEvent.click(screen.getByRole('button', { name: 'Use theirs' }));
  expect(model.value).toBe('600');
  await type();
  await userEvent.click(await screen.findByRole('button', { name: 'Overwrite with mine' }));
  expect(await screen.findByText('Saved')).toBeDefined();
  const sent = send.requests.filter(({ id }) => id === 'object-description.save').map(({ body }) => body);
  expect(sent).toEqual([{ model: '550', was: { model: '540' } }, { model: '550', was: { model: '600' } }, { model: '550' }]);
});

test('ERR-041: a theft report that somebody else has made meanwhile is told before the next one is made of an older form', async () => {
  let isOther = false;
  const send = await show(<TheftPageShown />, {
    'object-description.theft-report': () => page(isOther ? { draft: { ...THEFT, police_station: 'Umeå' } } : {}),
    'object-description.make-theft-report': ({ body }) => {
      if (body.was === undefined) return page({ latest: REPORT });
      isOther = true;
      throw new ApiError(409, 'ChangedMeanwhile');
    },
  });
  const claim = await screen.findByLabelText<HTMLInputElement>('Insurance claim number');
  await userEvent.type(claim, 'S-17');
  await userEvent.click(screen.getByRole('button', { name: 'Create the report' }));
  expect(await screen.findByText('Police station is now: Umeå')).toBeDefined();
  expect(claim.value, 'what was typed').toBe('S-17');
  expect(screen.getByLabelText<HTMLInputElement>('Police station').value).toBe('Umeå');
  await userEvent.click(screen.getByRole('button', { name: 'Overwrite with mine' }));
  expect(await screen.findByText(/Version 1 is created/)).toBeDefined();
  const sent = send.requests.filter(({ id }) => id === 'object-description.make-theft-report').map(({ body }) => body);
  expect(sent).toMatchObject([
    { claim_number: 'S-17', was: THEFT },
    { claim_number: 'S-17', police_station: 'Umeå' },
  ]);
  expect(sent[1]).not.toHaveProperty('was');
});

test('OBJ-008: a link is shown once with its token after the hash, and an open one can be ended', async () => {
  const share = {
    id: 4,
    version: 1,
    recipient: 'Polisen',
    created_at: '2026-03-10T20:00:00Z',
    created_by: 'Anna',
    expires_at: '2026-03-17T20:00:00Z',
    revoked_at: null,
    is_open: true,
    opened_count: 2,
    last_opened_at: '2026-03-11T20:00:00Z',
  };
  const full = page({ latest: REPORT, shares: [share] });
  const send = await show(<TheftPageShown />, {
    'object-description.theft-report': () => full,
    'object-description.share-theft-report': () => ({ token: 'T0KEN', share }),
    'object-description.revoke-share': () => ({
      ...full,
      shares: [{ ...share, is_open: false, revoked_at: '2026-03-12T20:00:00Z' }],
    }),
  });
  expect(await screen.findByText(/opened 2 times, last 2026-03-11 21:00/)).toBeDefined();
  await userEvent.type(screen.getByLabelText('For whom'), 'Polisen');
  await userEvent.click(screen.getByRole('button', { name: 'Create a link' }));
  expect(await screen.findByText(`${location.origin}/shared/theft-report#T0KEN`)).toBeDefined();
  expect(send.requests.find(({ id }) => id === 'object-description.share-theft-report')?.body).toEqual({
    version: 1,
    recipient: 'Polisen',
    days: 7,
  });
  await userEvent.click(screen.getByRole('button', { name: 'End the link' }));
  await userEvent.click(within(screen.getByRole('dialog')).getByRole('button', { name: 'End the link' }));
  expect(await screen.findByText(/· ended ·/)).toBeDefined();
});

test('MAP-002: who may not see the map is told why there is no report to make', async () => {
  await show(<TheftPageShown />, { 'object-description.theft-report': () => page({ can: { report: false } }) });
  expect(await screen.findByText(/you need access to the unit and the map/)).toBeDefined();
  expect(screen.queryByRole('button')).toBeNull();
});

test('OBJ-008: the page of a link shows the report once asked for, and says so when the link is over', async () => {
  location.hash = '#T0KEN';
  const send = await show(<SharedReportScreen />, {
    'object-description.shared-report': () => ({
      report: REPORT,
      expires_at: '2026-03-17T20:00:00Z',
      time_zone: 'Europe/Stockholm',
    }),
  });
  expect(await screen.findByRole('heading', { name: 'Theft report', level: 1 })).toBeDefined();
  expect(screen.getByText('Bottenhavet')).toBeDefined();
  expect(screen.getByText('63.80000, 20.30000')).toBeDefined();
  expect(send.requests.filter(({ id }) => id === 'object-description.shared-report')).toHaveLength(1);
  expect(send.requests[0]?.body).toEqual({ token: 'T0KEN' });
  cleanup();
  await show(<SharedReportScreen />, {
    'object-description.shared-report': () => {
      throw new ApiError(404, 'ShareOver');
    },
  });
  expect(await screen.findByText('The link is not open')).toBeDefined();
  location.hash = '';
});

test('what is sent of a form: empty links are none, numbers of another type stay as they were', () => {
  expect(inputOf({ links: [' https://a.test ', ''], serial_number: 'S', year: '' }, 'boat')).toEqual({
    links: ['https://a.test'],
    year: null,
  });
  expect(hullNumberOf(' no-abc 123')).toBe('NOABC123');
  const form = formOf(described());
  expect(faultsOf({ ...form, year: '2032', links: ['x'] }, 2026)).toEqual({
    year: 'YearInvalid',
    links: new Map([[0, 'LinkInvalid']]),
  });
  expect(faultsOf({ ...form, type: 'car', hull_number: 'x' }, 2026)).toEqual({});
  expect(smallerSize(4000, 3000, 2000)).toEqual({ width: 2000, height: 1500 });
  expect(smallerSize(40, 30, 2000)).toEqual({ width: 40, height: 30 });
});
