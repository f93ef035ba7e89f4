import { cleanup, screen } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { fakeSend, renderScreen, signedInUser } from '../../lib/testing.tsx';
import { Chart } from './components/chart.tsx';

afterEach(cleanup);

test('BLE-016: a chart of nothing has no axis to read; one of its limits alone has', async () => {
  const place = { fromMs: Date.parse('2026-11-23T00:00:00Z'), toMs: Date.parse('2026-11-24T00:00:00Z'), stepS: 600, gapS: 1200 };
  const show = (high: number | null) =>
    renderScreen(
      <Chart {...place} label="Temperatur" points={[]} low={null} high={high} marks={[]} format={(value) => `${value} °C`} />,
      { send: fakeSend({}), user: signedInUser() },
    );
  await show(null);
  expect(screen.queryByText(/°C/)).toBeNull();
  expect(screen.getByRole('img').querySelectorAll('line')).toHaveLength(0);
  cleanup();
  await show(8);
  expect(screen.getAllByText(/°C/).length).toBeGreaterThan(1);
});
