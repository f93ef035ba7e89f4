import { useQuery } from '@tanstack/react-query';
import { cleanup, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { useState, type ReactNode } from 'react';
import { afterEach, expect, test } from 'vitest';
import { endpointQuery } from './endpoint-query.ts';
import { useSend } from './send-context.tsx';
import { fakeSend, renderScreen } from './testing.tsx';

afterEach(cleanup);

function Address(): ReactNode {
  const [lat, setLat] = useState(59);
  const { data } = useQuery(endpointQuery(useSend(), 'tracking.get-address', { query: { lat, lng: 18 } }));
  return (
    <>
      <button onClick={() => setLat(60)}>Go north</button>
      <output>{data?.address ?? 'nothing yet'}</output>
    </>
  );
}

test('API-012: a changed filter cancels the request in flight, and its late answer never overwrites the newer one', async () => {
  const answer = new Map<number, (address: string) => void>();
  const send = fakeSend({
    'tracking.get-address': ({ query }) =>
      new Promise((resolve) => answer.set(Number(query?.lat), (address) => resolve({ address, is_approximate: false }))),
  });
  await renderScreen(<Address />, { send });
  await userEvent.click(screen.getByRole('button'));
  expect(send.requests.map(({ signal }) => signal?.aborted)).toEqual([true, false]);
  answer.get(60)?.('Gävle');
  expect(await screen.findByText('Gävle')).toBeDefined();
  answer.get(59)?.('Stockholm');
  await new Promise((resolve) => setTimeout(resolve, 20));
  expect(screen.getByRole('status').textContent).toBe('Gävle');
});
