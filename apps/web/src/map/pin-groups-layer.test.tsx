import { cleanup, waitFor } from '@testing-library/react';
import type { ExpressionSpecification } from 'maplibre-gl';
import { afterEach, expect, test } from 'vitest';
import { PinGroupsLayer } from './pin-groups-layer.tsx';
import { CHOSEN_PIN, GROUPED_PINS, PIN_LAYERS } from './pin-groups-style.ts';
import { PIN_LOOKS } from './pin-signs.ts';
import type { SignedPin } from './shapes.ts';
import { fakeMap } from './testing.tsx';
import { ICON_SIZE } from './unit-icons.ts';

afterEach(cleanup);

const PINS: readonly SignedPin[] = [
  { id: 'a', label: 'Harsh braking', more: '4.0 m/s²\n08:15', sign: 'slow-down', lat: 59.3, lng: 18.1 },
  { id: 'b', label: 'Harsh cornering', more: '3.1 m/s²\n09:20', sign: 'turn', lat: 59.3, lng: 18.101 },
];
const nothing = () => undefined;
const draw = (chosen: string | null, onSelect: (id: string) => void = nothing) => {
  const fake = fakeMap();
  fake.render(<PinGroupsLayer pins={PINS} chosen={chosen} onSelect={onSelect} />);
  const idsOf = (source: string) => (fake.features.get(source) ?? []).map(({ properties }) => String(properties?.['id']));
  return { fake, idsOf };
};
const layoutOf = (fake: ReturnType<typeof fakeMap>, layer: string) => fake.layers.get(layer)?.layout as Record<string, unknown>;
const paintOf = (fake: ReturnType<typeof fakeMap>, layer: string) => fake.layers.get(layer)?.paint as Record<string, unknown>;

test('REP-013: pins near each other are one number, in the colour of their kind; of several kinds it is neutral', () => {
  const { fake, idsOf } = draw(null);
  expect(idsOf(GROUPED_PINS)).toEqual(['a', 'b']);
  expect(fake.sourceOptions.get(GROUPED_PINS)).toMatchObject({
    cluster: true,
    clusterProperties: { turn: ['+', ['case', ['==', ['get', 'sign'], 'turn'], 1, 0]] },
  });
  const colour = paintOf(fake, PIN_LAYERS.group)['circle-stroke-color'] as ExpressionSpecification;
  expect(colour.slice(1, -1)).toContainEqual(['==', ['get', 'turn'], ['get', 'point_count']]);
  expect(colour[colour.findIndex((each) => JSON.stringify(each).includes('"turn"')) + 1]).toBe(PIN_LOOKS.turn.colour);
  expect(Object.values(PIN_LOOKS).map((look) => look.colour)).not.toContain(colour.at(-1));
});

test('REP-013: names stand where no pin does, and the names of the map make room for pins and numbers', () => {
  const { fake } = draw(null);
  const order = [...fake.layers.keys()];
  expect(order.indexOf(PIN_LAYERS.name), 'what lies above is placed first').toBeLessThan(order.indexOf(PIN_LAYERS.body));
  expect(layoutOf(fake, PIN_LAYERS.body)).toMatchObject({ 'icon-allow-overlap': true, 'icon-ignore-placement': false });
  expect(layoutOf(fake, PIN_LAYERS.count)).toMatchObject({ 'text-allow-overlap': true, 'text-ignore-placement': false });
  expect(layoutOf(fake, PIN_LAYERS.name)).not.toHaveProperty('text-allow-overlap');
  const beside = layoutOf(fake, PIN_LAYERS.name)['text-variable-anchor-offset'] as (string | number[])[];
  expect(beside.filter((each) => typeof each === 'string')).toEqual(['top', 'bottom', 'left', 'right']);
  const { 'text-size': px, 'text-padding': room } = layoutOf(fake, PIN_LAYERS.name) as Record<string, number>;
  const fromRight = (beside[5] as number[])[0]! * px! - room!;
  expect(fromRight, 'clear of the image of its own pin').toBeGreaterThan(ICON_SIZE / 2);
});

test('REP-013: the chosen pin is larger, ringed, above all and says what it is; the others are quiet, without names', () => {
  const { fake, idsOf } = draw('b');
  expect([idsOf(GROUPED_PINS), idsOf(CHOSEN_PIN)], 'no number swallows it').toEqual([['a'], ['b']]);
  expect([...fake.layers.keys()].slice(-2)).toEqual([PIN_LAYERS.chosenRing, PIN_LAYERS.chosenBody]);
  expect(layoutOf(fake, PIN_LAYERS.chosenBody)['icon-size']).toBeGreaterThan(1);
  expect(JSON.stringify(layoutOf(fake, PIN_LAYERS.chosenName)['text-field'])).toMatch(/"label".*"more"/);
  expect(fake.features.get(CHOSEN_PIN)?.[0]?.properties).toMatchObject({ label: 'Harsh cornering', more: '3.1 m/s²\n09:20' });
  expect(fake.layers.has(PIN_LAYERS.name)).toBe(false);
  expect(paintOf(fake, PIN_LAYERS.body)['icon-opacity']).toBeLessThan(1);
  fake.render(<PinGroupsLayer pins={PINS} chosen={null} onSelect={nothing} />);
  expect([idsOf(GROUPED_PINS), idsOf(CHOSEN_PIN)]).toEqual([['a', 'b'], []]);
  expect([fake.layers.has(PIN_LAYERS.name), paintOf(fake, PIN_LAYERS.body)['icon-opacity']]).toEqual([true, 1]);
});

test('REP-013: a press on a pin chooses its event, one on a number comes nearer', async () => {
  const chosen: string[] = [];
  const { fake } = draw(null, (id) => chosen.push(id));
  fake.click();
  fake.hit(PIN_LAYERS.body, { at: [18.1, 59.3], properties: { id: 'a' } });
  fake.click();
  expect([chosen, fake.eases]).toEqual([['a'], []]);
  fake.hit(PIN_LAYERS.group, { at: [18.1, 59.3], expansionZoom: 12, properties: { cluster_id: 1 } });
  fake.click();
  await waitFor(() => expect(fake.eases.map(({ zoom }) => zoom)).toEqual([12.3]));
  expect(chosen).toEqual(['a']);
});
