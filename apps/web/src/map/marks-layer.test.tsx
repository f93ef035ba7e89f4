import { cleanup, waitFor } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { MARK_LAYERS, MarksLayer, visibleFromZoom } from './marks-layer.tsx';
import { fakeMap } from './testing.tsx';

afterEach(cleanup);

const YARD = { id: '1', label: 'Gården', lat: 59.35, lng: 18.1, kind: 'area-leave' as const, radiusM: 300 };

test('a zone of 300 m is a dot in a whole country and a circle in a town: until then it has a mark', () => {
  expect(visibleFromZoom(YARD)).toBeGreaterThan(9);
  expect(visibleFromZoom(YARD)).toBeLessThan(12);
  expect(visibleFromZoom({ ...YARD, radiusM: 9_999 })).toBeLessThan(visibleFromZoom(YARD) - 4);
});

test('GEO-012: each zone is on the map with its name and a mark of its kind, and near ones are grouped', () => {
  const fake = fakeMap();
  const off = { ...YARD, id: '2', label: 'Hamnen', kind: 'area-off' as const };
  fake.render(<MarksLayer marks={[YARD, off]} onSelect={() => undefined} onClickElsewhere={() => undefined} />);
  const features = [...fake.features.values()].flat();
  expect(features.map(({ properties }) => properties)).toMatchObject([
    { label: 'Gården', icon: 'spora|area-leave|light' },
    { label: 'Hamnen', icon: 'spora|area-off|light' },
  ]);
  expect([...fake.sourceOptions.values()][0]).toMatchObject({ cluster: true });
});

test('GEO-012: a press on a mark chooses its zone, one on a group comes nearer, one beside them says where', async () => {
  const fake = fakeMap();
  const chosen: string[] = [];
  const elsewhere: unknown[] = [];
  fake.render(
    <MarksLayer marks={[YARD]} onSelect={(id) => chosen.push(id)} onClickElsewhere={(point) => elsewhere.push(point)} />,
  );
  fake.click();
  expect([chosen, elsewhere]).toEqual([[], [{ lat: 0, lng: 0 }]]);
  fake.hit(MARK_LAYERS.body, { at: [18.1, 59.35], properties: { id: '1' } });
  fake.click();
  expect([chosen, elsewhere.length]).toEqual([['1'], 1]);
  fake.hit(MARK_LAYERS.group, { at: [18.1, 59.35], expansionZoom: 8, properties: { cluster_id: 1 } });
  fake.click();
  await waitFor(() => expect(fake.eases.map(({ zoom }) => zoom)).toEqual([8.3]));
  expect([chosen, elsewhere.length]).toEqual([['1'], 1]);
});

test('36: the names of the map step aside for the whole circle of a group, which is always shown', () => {
  const fake = fakeMap();
  fake.render(<MarksLayer marks={[YARD]} onSelect={() => undefined} onClickElsewhere={() => undefined} />);
  const layer = (id: string) => fake.layers.get(id) as { layout?: Record<string, unknown>; paint?: Record<string, unknown> };
  const radius = layer(MARK_LAYERS.group).paint!['circle-radius'];
  expect(layer(MARK_LAYERS.count).layout).toMatchObject({
    'text-allow-overlap': true,
    'text-ignore-placement': false,
    'text-padding': radius,
  });
});
