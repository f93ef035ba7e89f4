import { cleanup, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { useState } from 'react';
import { afterEach, expect, test } from 'vitest';
import { ApiError } from '../lib/api-error.ts';
import { fakeSend, renderScreen } from '../lib/testing.tsx';
import { FailureBanner } from './failure-banner.tsx';

afterEach(cleanup);

function Form(props: { failure: ApiError; onSend: (name: string) => void }) {
  const [name, setName] = useState('');
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        props.onSend(name);
      }}
    >
      <input aria-label="Name" value={name} onChange={(event) => setName(event.target.value)} />
      <FailureBanner failure={props.failure} onRetry="submit" />
    </form>
  );
}

test('ERR-040: a form that nobody answered keeps what was typed, and its Retry sends it once more', async () => {
  const sent: string[] = [];
  const failure = new ApiError(0, 'NetworkError');
  await renderScreen(<Form failure={failure} onSend={(name) => sent.push(name)} />, { send: fakeSend({}) });
  await userEvent.type(screen.getByLabelText('Name'), 'Åsa');
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
  expect(sent).toEqual(['Åsa']);
});

test('ERR-040: what the server refused is not sent again as it is', async () => {
  await renderScreen(<Form failure={new ApiError(409, 'AlreadyBooked')} onSend={() => undefined} />, { send: fakeSend({}) });
  expect(screen.queryByRole('button', { name: 'Try again' })).toBeNull();
});
