import type { FeatureCollection } from 'geojson';
import type { DataDrivenPropertyValueSpecification, GeoJSONSource, MapMouseEvent } from 'maplibre-gl';
import { useEffect, useMemo, useRef } from 'react';
import { useMap } from './map-context.ts';
import { firstName, isAlive, OVERLAY, removeOverlays } from './overlays.ts';
import { boundsOf, type TrackGap, type TrackMark, type TrackPoint, type TrackStop } from './shapes.ts';
import { SPEED_COLOURS, type SpeedStep } from './speed-colours.ts';
import {
  instantNear,
  isLongTrack,
  linesOf,
  placeAt,
  pointsWithin,
  SIGN_ORDER,
  trackRuns,
  trackSigns,
  type TrackRun,
  type TrackSpan,
} from './track-features.ts';
import { runsInView, viewFor, wholeView } from './track-view.ts';
import { iconId } from './unit-icons.ts';
import { useTrackCursor } from './track-cursor.ts';
import { useKeepInView } from './use-keep-in-view.ts';

export interface TrackLayerProps {
  /** In time order. */
  readonly points: readonly TrackPoint[];
  readonly gaps: readonly TrackGap[];
  readonly stops: readonly TrackStop[];
  readonly marks?: readonly TrackMark[];
  /** The unit stood all the time: only its stops are marked. */
  readonly isStill?: boolean;
  /** The unit is still on its way at the last point: the way has no end, and is marked by how far it came. */
  readonly isUnderWay?: boolean;
  /** What stands there. */
  readonly hereLabel?: string;
  /** The instant of playback; the cursor stands between the points around it. `null`: no cursor. */
  readonly cursorMs?: number | null;
  /** The stretch that is looked at: it alone is strong, its beginning and end are marked, and what is pointed at is of it. */
  readonly chosen?: TrackSpan | null;
  /** Of its speeds. */
  readonly colours?: readonly SpeedStep[];
  /** How many marks are one sign, in words. */
  readonly countText?: (count: number) => string;
  /** The pointer is over the line at this instant; `null` when it leaves. For the details and the chart. */
  readonly onHover?: (timeMs: number | null) => void;
  /** The line was clicked: move the playback there. */
  readonly onSeek?: (timeMs: number) => void;
}

const LINES = `${OVERLAY}track`;
const SIGNS = `${OVERLAY}track-signs`;
const LAYERS = {
  casing: `${LINES}-casing`,
  gap: `${LINES}-gap`,
  run: `${LINES}-run`,
  arrow: `${LINES}-arrow`,
  sign: SIGNS,
  end: `${SIGNS}-end`,
  room: `${SIGNS}-room`,
  label: `${SIGNS}-label`,
} as const;
/** Beside a sign, then aslant, then under it, `away` ems from its middle. `side`: the one of the label that is at the sign. */
const besideSign = (side: 'left' | 'right', away: number) => {
  const x = side === 'left' ? away : -away;
  const aslant = Math.SQRT1_2;
  return [
    ...[side, [x, 0]],
    ...[`top-${side}`, [x * aslant, away * aslant]],
    ...[`bottom-${side}`, [x * aslant, -away * aslant]],
    ...['top', [0, away]],
  ];
};
const EMPTY: FeatureCollection = { type: 'FeatureCollection', features: [] };
const NO_MARKS: readonly TrackMark[] = [];
/** A mark at a sign stands at its upper right; `scale`: what the size of the icon takes from an offset. */
const besideOf = (scale: number): ['case', ['get', string], ['literal', [number, number]], ['literal', [number, number]]] => [
  'case',
  ['get', 'isBeside'],
  ['literal', [14 * scale, -14 * scale]],
  ['literal', [0, 0]],
];
/** How near the pointer must be to the line. */
const REACH_PX = 10;

/** A unit's history: coloured by speed (`speed-colours.ts`), gaps dashed, direction arrows, stops with duration (MAP-029). */
export function TrackLayer(props: TrackLayerProps) {
  const { points, gaps, stops, marks = NO_MARKS, cursorMs = null, isStill = false, isUnderWay = false, hereLabel = '' } = props;
  const { chosen = null, countText = String, colours = SPEED_COLOURS } = props;
  const { map, handle, theme, fonts } = useMap();
  const current = useRef(props);
  useEffect(() => {
    current.current = props;
  });

  useEffect(() => {
    for (const id of [LINES, SIGNS]) map.addSource(id, { type: 'geojson', data: EMPTY, ...(id === LINES && { tolerance: 0.2 }) });
    return () => removeOverlays(map, Object.values(LAYERS), [LINES, SIGNS]);
  }, [map]);

  useEffect(() => {
    const isDark = theme === 'dark';
    const halo = isDark ? '#10181b' : '#ffffff';
    const round = { 'line-cap': 'round', 'line-join': 'round' } as const;
    // The names of towns and streets are read over the line.
    const names = firstName(map);
    const isRun = ['==', ['get', 'kind'], 'run'] as ['==', ['get', string], string];
    const faint = isDark ? '#46565b' : '#b4c3c4';
    /** One colour, not a thin one of its own: what was driven ten times would be strong again. */
    const coloured = (colour: string | ['get', string]): DataDrivenPropertyValueSpecification<string> => [
      'case',
      ['boolean', ['get', 'isFaint'], false],
      faint,
      colour,
    ];
    const strongLast: DataDrivenPropertyValueSpecification<number> = ['case', ['boolean', ['get', 'isFaint'], false], 0, 1];
    map.addLayer(
      {
        id: LAYERS.gap,
        source: LINES,
        type: 'line',
        filter: ['==', ['get', 'kind'], 'gap'],
        paint: {
          'line-color': coloured(isDark ? '#93a3a6' : '#5c6d6e'),
          'line-width': 2.5,
          'line-dasharray': [1.6, 1.6],
        },
      },
      names,
    );
    map.addLayer(
      {
        id: LAYERS.casing,
        source: LINES,
        type: 'line',
        filter: isRun,
        layout: { ...round, 'line-sort-key': strongLast },
        paint: {
          'line-color': halo,
          'line-width': ['interpolate', ['linear'], ['zoom'], 6, 4.5, 14, 8.5],
          'line-opacity': strongLast,
        },
      },
      names,
    );
    map.addLayer(
      {
        id: LAYERS.run,
        source: LINES,
        type: 'line',
        filter: isRun,
        layout: { ...round, 'line-sort-key': strongLast },
        paint: {
          'line-color': coloured(['get', 'colour']),
          'line-width': ['interpolate', ['linear'], ['zoom'], 6, 2.8, 14, 5.5],
        },
      },
      names,
    );
    map.addLayer(
      {
        id: LAYERS.arrow,
        source: LINES,
        type: 'symbol',
        filter: ['all', isRun, ['!=', ['get', 'isFaint'], true]],
        minzoom: 9,
        layout: {
          'symbol-placement': 'line',
          'symbol-spacing': 110,
          'icon-image': iconId({ kind: 'arrow', theme }),
          'icon-rotate': 90,
          'icon-size': 0.8,
          'icon-allow-overlap': true,
          'icon-ignore-placement': true,
          'icon-padding': 0,
        },
      },
      names,
    );
    // Where the way begins and ends, and alarms, lie over stops whatever tile each is in.
    const isStop = ['==', ['get', 'order'], SIGN_ORDER.stop] as ['==', ['get', string], number];
    for (const [id, filter] of [
      [LAYERS.sign, isStop],
      [LAYERS.end, ['!', isStop] as ['!', typeof isStop]],
    ] as const)
      map.addLayer({
        id,
        source: SIGNS,
        type: 'symbol',
        filter,
        layout: {
          'icon-image': ['get', 'icon'],
          'icon-offset': besideOf(1),
          'icon-allow-overlap': true,
          'icon-ignore-placement': true,
          'symbol-sort-key': ['get', 'order'],
        },
      });
    map.addLayer({
      id: LAYERS.label,
      source: SIGNS,
      type: 'symbol',
      filter: ['!=', ['get', 'label'], ''],
      layout: {
        'icon-image': iconId({ kind: 'plate', theme }),
        'icon-text-fit': 'both',
        'icon-text-fit-padding': [1, 5, 1, 5],
        'icon-padding': 1,
        // Lower ones are placed first: what is looked at is always told.
        'symbol-sort-key': ['get', 'rank'],
        'text-field': ['get', 'label'],
        'text-font': fonts,
        'text-size': 11.5,
        'text-max-width': 14,
        // Towards the middle of the way: at the edges of a narrow map a label would be cut, or lie under the buttons there.
        'text-variable-anchor-offset': [
          'case',
          ['get', 'isEast'],
          ['case', ['get', 'isAtEnd'], ['literal', besideSign('right', 2.3)], ['literal', besideSign('right', 1.5)]],
          ['case', ['get', 'isAtEnd'], ['literal', besideSign('left', 2.3)], ['literal', besideSign('left', 1.5)]],
        ],
        'text-justify': 'auto',
        'text-padding': 3,
      },
      paint: { 'text-color': isDark ? '#e8eeee' : '#10201f' },
    });
    // What is placed first keeps its room: no label lies over where the way begins or ends. As wide as the sign in its image.
    map.addLayer({
      id: LAYERS.room,
      source: SIGNS,
      type: 'symbol',
      filter: ['!', isStop],
      layout: {
        'icon-image': ['get', 'icon'],
        'icon-size': 0.5,
        'icon-offset': besideOf(2),
        'icon-padding': 0,
        'icon-allow-overlap': true,
      },
      paint: { 'icon-opacity': 0 },
    });
    return () => removeOverlays(map, Object.values(LAYERS));
  }, [map, theme, fonts]);

  useEffect(() => {
    const runs = trackRuns(points, gaps, { chosen, colours });
    const draw = (drawn: readonly TrackRun[]) => void map.getSource<GeoJSONSource>(LINES)?.setData(linesOf(drawn));
    const bounds = boundsOf(points);
    if (!bounds || !isLongTrack(points)) {
      draw(runs);
      return;
    }
    const whole = wholeView(bounds);
    let drawn = whole;
    let isOver = false;
    draw(runsInView(runs, whole));
    const onRest = () => {
      const view = viewFor({ bounds: handle.bounds(), zoom: handle.zoom() }, { drawn, whole });
      if (view === drawn || !isAlive(map)) return;
      drawn = view;
      draw(runsInView(runs, view));
    };
    map.on('moveend', onRest);
    // A new track is framed by its screen in the same turn; where the map stays, what it shows counts.
    queueMicrotask(() => {
      if (!isOver && !map.isMoving()) onRest();
    });
    return () => {
      isOver = true;
      if (isAlive(map)) map.off('moveend', onRest);
    };
  }, [map, handle, points, gaps, chosen, colours]);

  useEffect(() => {
    void map
      .getSource<GeoJSONSource>(SIGNS)
      ?.setData(trackSigns(points, stops, marks, theme, { isStill, isUnderWay, hereLabel, chosen, countText }));
  }, [map, points, stops, marks, theme, isStill, isUnderWay, hereLabel, chosen, countText]);

  const place = useMemo(() => {
    // Across what is withheld nothing slides either.
    const isWithheld = gaps.some((gap) => gap.isWithheld && cursorMs !== null && gap.fromMs < cursorMs && cursorMs < gap.toMs);
    return cursorMs === null || isWithheld ? null : placeAt(points, cursorMs);
  }, [points, gaps, cursorMs]);
  useKeepInView(place);
  useTrackCursor(place);

  useEffect(() => {
    let isOver = false;
    const instantAt = ({ point: { x, y }, lngLat }: MapMouseEvent): number | null => {
      if (!map.getLayer(LAYERS.casing)) return null;
      const near = map.queryRenderedFeatures(
        [
          [x - REACH_PX, y - REACH_PX],
          [x + REACH_PX, y + REACH_PX],
        ],
        { layers: [LAYERS.casing, LAYERS.gap] },
      );
      if (near.length === 0) return null;
      const { points: all, chosen: of = null } = current.current;
      // On a road that was driven there and back it is the drive that is looked at.
      const isOfIt = near.some(({ properties }) => properties['isFaint'] !== true);
      return instantNear(isOfIt ? pointsWithin(all, of) : all, lngLat);
    };
    const onMove = (event: MapMouseEvent) => {
      if (!current.current.onHover && !current.current.onSeek) return;
      const instant = instantAt(event);
      if (instant === null && !isOver) return;
      isOver = instant !== null;
      map.getCanvas().style.cursor = isOver ? 'pointer' : '';
      current.current.onHover?.(instant);
    };
    const onClick = (event: MapMouseEvent) => {
      const instant = current.current.onSeek ? instantAt(event) : null;
      if (instant !== null) current.current.onSeek?.(instant);
    };
    map.on('mousemove', onMove);
    map.on('click', onClick);
    return () => {
      if (!isAlive(map)) return;
      map.off('mousemove', onMove);
      map.off('click', onClick);
      if (isOver) map.getCanvas().style.cursor = '';
    };
  }, [map]);

  return null;
}
