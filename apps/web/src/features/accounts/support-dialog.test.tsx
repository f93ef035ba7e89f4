import { cleanup, screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, expect, test } from 'vitest';
import { ApiError } from '../../lib/api-error.ts';
import { type FakeAnswers, fakeSend, renderScreen, signedInUser } from '../../lib/testing.tsx';
import { SupportDialog } from './components/support-dialog.tsx';

afterEach(cleanup);

async function open(answers: FakeAnswers = {}) {
  const send = fakeSend({ 'accounts.contact-support': () => ({ case: 'S-00042' }), ...answers });
  const page = '/user/edit-terminal?imei=356307042441013';
  await renderScreen(<SupportDialog page={page} imei="356307042441013" onClose={() => undefined} />, {
    send,
    user: signedInUser(),
  });
  return { send, message: await screen.findByLabelText<HTMLTextAreaElement>('What can we help with?') };
}

test('ADM-009, ADM-022, ADM-023: the message goes with the page, the unit and the version, and is confirmed by its case number', async () => {
  const { send, message } = await open();
  expect(screen.getByText(/356307042441013\), your language and the version \(dev\)/)).toBeDefined();
  await userEvent.type(message, 'Hello there');
  expect(screen.getByText('989 characters left')).toBeDefined();
  await userEvent.click(screen.getByRole('button', { name: 'Send' }));
  expect(await screen.findByText('Case number S-00042')).toBeDefined();
  expect(send.requests[0]!.body).toEqual({
    message: 'Hello there',
    page: '/user/edit-terminal?imei=356307042441013',
    imei: '356307042441013',
    version: 'dev',
  });
});

test('ADM-009, CONST-035: more than 1000 letters are counted and not sent; nothing is cut off', async () => {
  const { send, message } = await open();
  await userEvent.click(message);
  await userEvent.paste('x'.repeat(1003));
  expect(screen.getByText('3 characters too many')).toBeDefined();
  expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Send' }).disabled).toBe(true);
  expect(message.value).toHaveLength(1003);
  expect(send.requests).toEqual([]);
});

test('ADM-023: an empty message is told beside the field, and one that did not go through stays', async () => {
  const { message } = await open({
    'accounts.contact-support': () => {
      throw new ApiError(422, { message: ['SpecifyMessage'] });
    },
  });
  await userEvent.click(screen.getByRole('button', { name: 'Send' }));
  expect(await screen.findByText('Write a message.')).toBeDefined();
  await waitFor(() => expect(document.activeElement).toBe(message));
});
