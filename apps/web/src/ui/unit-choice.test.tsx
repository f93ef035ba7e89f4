import { cleanup, screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, expect, test } from 'vitest';
import { fakeSend, renderScreen } from '../lib/testing.tsx';
import { UnitChoice } from './unit-choice.tsx';

afterEach(() => {
  cleanup();
  Reflect.deleteProperty(HTMLElement.prototype, 'scrollIntoView');
});

test('GEO-015: what is found among many units comes into sight, also where the search stands above a bar at the foot', async () => {
  const seen: string[] = [];
  HTMLElement.prototype.scrollIntoView = function () {
    seen.push(this.textContent);
  };
  const units = Array.from({ length: 12 }, (_, i) => ({
    ...{ imei: String(i), name: `Bil ${100 + i}`, registration_number: null, department: null },
  }));
  await renderScreen(<UnitChoice legend="Enheter" units={units} chosen={[]} onChange={() => undefined} error={null} />, {
    send: fakeSend({}),
    language: 'sv',
  });
  await userEvent.type(screen.getByRole('searchbox'), '106');
  await waitFor(() => expect(seen.at(-1)).toBe('Bil 106'));
});
