import { cleanup, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, expect, test } from 'vitest';
import { ApiError } from '../../lib/api-error.ts';
import { decodeText } from '../../lib/file-text.ts';
import { type FakeAnswers, fakeSend, onNarrowScreen, renderScreen, signedInUser } from '../../lib/testing.tsx';
import { ImportDialog } from './components/import-dialog.tsx';
import { withoutLines } from './import-text.ts';

afterEach(cleanup);

const HEADING = 'Namn;E-post';
const CSV = [HEADING, 'Kim Berg;kim@example.com', 'Lo Dahl;lo@', 'Mia Ek;mia@example.com'].join('\n');
type Rows = Awaited<ReturnType<NonNullable<FakeAnswers['users.import']>>>;

/** As the server judges: an address without a dot after the at sign is wrong. */
function judged(csv: string, commit: boolean): Rows {
  const lines = csv.split('\n').slice(1);
  return {
    unread: csv.startsWith('Namn;E-post;Skonummer') ? ['Skonummer'] : [],
    rows: lines.map((text, index) => {
      const [full_name = '', email = ''] = text.split(';');
      const errors = /@.+\./.test(email) ? [] : ['EnterValidEmail'];
      return {
        line: index + 2,
        full_name,
        email,
        units: 0,
        is_admin: full_name === 'Mia Ek',
        errors,
        invited: commit && errors.length === 0,
      };
    }),
  };
}

async function open(answers: FakeAnswers = {}) {
  const send = fakeSend({ 'users.import': ({ body }) => judged(body.csv, body.commit ?? false), ...answers });
  await renderScreen(<ImportDialog onClose={() => undefined} />, { send, user: signedInUser() });
  return send;
}
const paste = async (text: string) => {
  await userEvent.click(await screen.findByLabelText('Or paste the rows'));
  await userEvent.paste(text);
};

test('ADM-010: of a pasted file every row is shown with its line and what is wrong in words; the good ones are invited, the others stay', async () => {
  const send = await open();
  await paste(CSV);
  await userEvent.click(screen.getByRole('button', { name: 'Check the rows' }));
  expect(await screen.findByText(/2 can be invited, 1 needs correction/)).toBeDefined();
  const wrong = within((await screen.findByRole('rowheader', { name: /Lo Dahl/ })).closest('tr')!);
  expect(wrong.getByText('3')).toBeDefined();
  expect(wrong.getByText(/Enter a valid e-mail address/)).toBeDefined();
  expect(screen.getByText('Can be invited as administrator'), 'Mia Ek').toBeDefined();
  expect(send.requests.map(({ body }) => (body as { commit: boolean }).commit)).toEqual([false]);
  await userEvent.click(screen.getByRole('button', { name: 'Invite 2 users' }));
  expect(await screen.findByText(/2 users were invited/)).toBeDefined();
  expect(screen.getByText('Kim Berg, kim@example.com')).toBeDefined();
  const text = screen.getByLabelText<HTMLTextAreaElement>('Or paste the rows');
  expect(text.value).toBe(`${HEADING}\nLo Dahl;lo@`);
  expect(await screen.findByText(/None can be invited, 1 needs correction/)).toBeDefined();
});

test('ADM-010: nobody is told to drop a file with a finger', async () => {
  onNarrowScreen(['(pointer: coarse)']);
  await open();
  expect(await screen.findByRole('button', { name: 'Choose a file' })).toBeDefined();
  expect(screen.queryByText(/drop a CSV file/)).toBeNull();
});

test('ADM-010: a chosen file is read and judged at once, also one of an older spreadsheet', async () => {
  await open();
  const bytes = Uint8Array.from([...`${HEADING}\nÅsa Öberg;asa@example.com`].map((letter) => letter.charCodeAt(0)));
  await userEvent.upload(await screen.findByLabelText('Choose a file', { selector: 'input' }), new File([bytes], 'users.csv'));
  expect(await screen.findByRole('rowheader', { name: /Åsa Öberg/ })).toBeDefined();
});

test('ADM-010: a file without the columns is told what it needs', async () => {
  await open({
    'users.import': () => {
      throw new ApiError(422, 'CsvColumns');
    },
  });
  await paste('hello');
  await userEvent.click(screen.getByRole('button', { name: 'Check the rows' }));
  expect(await screen.findByText(/The first line must name the columns/)).toBeDefined();
  await waitFor(() => expect(screen.queryByRole('table')).toBeNull());
});

test('ADM-010: a row that spans lines leaves as a whole', () => {
  const csv = 'name,email\n"Kim\nBerg",kim@example.com\nLo,lo@example.com\n';
  expect(withoutLines(csv, new Set([3]))).toBe('name,email\nLo,lo@example.com');
  expect(withoutLines(csv, new Set([3, 4]))).toBe('');
});

test('I18N-011: bytes that are not UTF-8 are read as what older spreadsheets write', () => {
  expect(decodeText(Uint8Array.from([0xc5, 0x73, 0x61]).buffer)).toBe('Åsa');
  expect(decodeText(new TextEncoder().encode('Åsa').buffer)).toBe('Åsa');
});

test('13-B5, ADM-010: a column that nobody reads is named before anybody is invited', async () => {
  await open();
  await paste('Namn;E-post;Skonummer\nKim Berg;kim@example.com;38');
  await userEvent.click(screen.getByRole('button', { name: 'Check the rows' }));
  const told = await screen.findByText(/were not read.*Skonummer/);
  const isAbove = told.compareDocumentPosition(screen.getByRole('table')) & Node.DOCUMENT_POSITION_FOLLOWING;
  expect(isAbove, 'above rows that may be hundreds').toBeTruthy();
});
