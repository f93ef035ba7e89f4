import type { listSensorTags } from '@spora/contract/sensors/endpoints';
import type { CallData } from '@spora/contract/endpoint';
import { haversineM } from '@spora/telemetry/geometry';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useMemo, useRef, useState, type ReactNode } from 'react';
import { ADDRESSES } from '../../../lib/addresses.ts';
import { ageText, useNow } from '../../../lib/age.ts';
import { useFormat, useT } from '../../../lib/i18n.tsx';
import { PageLink } from '../../../lib/page-link.tsx';
import { useSend } from '../../../lib/send-context.tsx';
import { isBoolean, storedItem } from '../../../lib/storage.ts';
import { ringOf } from '../../../map/circle.ts';
import { CircleLayer } from '../../../map/circle-layer.tsx';
import { MapPanelButton } from '../../../map/control-buttons.tsx';
import { useMap } from '../../../map/map-context.ts';
import { PinLayer } from '../../../map/pin-layer.tsx';
import { Switch } from '../../../ui/switch.tsx';
import { tagsQuery } from '../queries.ts';
import styles from '../components/tags-on-map.module.css';

const shown = storedItem('view.tags-on-map', 1, isBoolean);
/** So close one sees the circle in which a tag is. */
const TAG_ZOOM = 16;
/** Further away their names would lie over what the units are called, and pins without names say nothing. */
const FROM_ZOOM = 11;

/** Tags are asked for once a minute: what drives has gone on since its tag was placed. */
const TRAVELS_MS = 5 * 60_000;

type Tag = CallData<typeof listSensorTags>['tags'][number];
/** A unit that the map draws, as far as its tags ask. */
interface Carrier {
  readonly imei: string | null;
  readonly position: { readonly lat: number; readonly lng: number; readonly time: string } | null;
}

/** It lies where the unit lies that heard it, or was heard when that was where it is told to be. */
function travelsWith({ lat, lng, at, uncertainty_m: uncertaintyM }: Tag, { position }: Carrier): boolean {
  if (!position) return false;
  return (
    haversineM(lat, lng, position.lat, position.lng) <= uncertaintyM || Date.parse(position.time) - Date.parse(at) <= TRAVELS_MS
  );
}

/**
 * MAP-001, BLE-019: Bluetooth tags on the live map, each somewhere in the circle around the unit that heard it, and their list with the
 * switch that hides them. Nothing where there is none, and no pin on top of a unit that is drawn and has the tag with it: its card tells of
 * that. Belongs among the map's buttons.
 */
export function TagsOnMap(props: {
  /** A history shows what was, and tags are where they are now. */
  readonly drawn: { readonly units: readonly Carrier[]; readonly isPast: boolean };
}): ReactNode {
  const { units, isPast } = props.drawn;
  const t = useT();
  const format = useFormat();
  const now = useNow();
  const { handle } = useMap();
  const [isOn, setOn] = useState(() => shown.read() ?? true);
  const [isOpen, setOpen] = useState(false);
  const [chosen, setChosen] = useState<number | null>(null);
  const tags = useQuery(tagsQuery(useSend())).data?.tags;
  const carriers = new Map(units.map((unit) => [unit.imei, unit]));
  const isAlone = (tag: Tag): boolean => {
    const carrier = carriers.get(tag.unit.imei);
    return !carrier || !travelsWith(tag, carrier);
  };
  const drawnIds = (isOn && !isPast ? (tags ?? []) : [])
    .filter(isAlone)
    .map(({ id }) => id)
    .join();
  // The same tags stay the same for the map, however often units move.
  const drawn = useMemo(() => {
    const ids = new Set(drawnIds.split(',').map(Number));
    return (tags ?? []).filter(({ id }) => ids.has(id));
  }, [tags, drawnIds]);
  const rings = useMemo(() => drawn.map((tag) => ({ points: ringOf(tag, tag.uncertainty_m), isFaint: false })), [drawn]);
  const ages = drawn.map(({ at }) => ageText(at, now, t)).join('\n');
  const pins = useMemo(() => {
    const texts = ages.split('\n');
    return drawn.map(({ id, name, lat, lng }, index) => ({
      ...{ id: String(id), lat, lng, kind: 'place' as const },
      label: `${name}\n${texts[index] ?? ''}`,
    }));
  }, [drawn, ages]);
  const open = useRef<HTMLLIElement>(null);
  useEffect(() => {
    if (isOpen && chosen !== null) open.current?.scrollIntoView({ block: 'nearest' });
  }, [isOpen, chosen]);
  if (!tags || tags.length === 0 || isPast) return null;
  return (
    <>
      <MapPanelButton icon="tags" label={t('TagsOnMap')} isOpen={isOpen} onOpenChange={setOpen}>
        <Switch
          label={t('TagsOnMapShow')}
          isOn={isOn}
          onChange={(next) => {
            setOn(next);
            shown.write(next);
          }}
        />
        <ul className={styles['tags']}>
          {tags.map((tag) => (
            <li key={tag.id} ref={tag.id === chosen ? open : null} className={styles['tag']} data-chosen={tag.id === chosen}>
              <button
                type="button"
                className={styles['name']}
                aria-current={tag.id === chosen}
                onClick={() => {
                  setChosen(tag.id);
                  handle.moveTo(tag, { zoom: Math.max(TAG_ZOOM, handle.zoom()) });
                }}
              >
                {tag.name}
              </button>
              <span className={styles['soft']}>
                {t('TagHeard', { unit: tag.unit.name, metres: tag.uncertainty_m })}{' '}
                <time dateTime={tag.at} title={format.dateTime(tag.at)}>
                  {ageText(tag.at, now, t)}
                </time>
              </span>
              <PageLink to={ADDRESSES.sensor} params={{ sensorID: String(tag.id) }} aria-label={t('TagOpen', { name: tag.name })}>
                {t('TagOpenShort')}
              </PageLink>
            </li>
          ))}
        </ul>
      </MapPanelButton>
      <CircleLayer name="tag-circles" rings={rings} isBelow />
      <PinLayer
        name="tags"
        isBelow
        fromZoom={FROM_ZOOM}
        pins={pins}
        onSelect={(id) => {
          setChosen(Number(id));
          setOpen(true);
        }}
      />
    </>
  );
}
