import { addDays } from '@spora/calendar/days';
import { HISTORY_MAX_DAYS } from '@spora/contract/limits';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useEffect, useMemo, useRef, useState, type ReactNode } from 'react';
import { NotLoaded } from '../../../ui/loaded.tsx';
import { useFormat, useT } from '../../../lib/i18n.tsx';
import { useSend } from '../../../lib/send-context.tsx';
import { useMapSetup } from '../../../lib/use-map-setup.ts';
import type { MapHandle } from '../../../map/map-context.ts';
import { MapSurface } from '../../../map/map-surface.tsx';
import { PinLayer } from '../../../map/pin-layer.tsx';
import { TrackLayer } from '../../../map/track-layer.tsx';
import { Banner } from '../../../ui/banner.tsx';
import { Button } from '../../../ui/button.tsx';
import { DateRangeField } from '../../../ui/date-range-field.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { Skeleton } from '../../../ui/skeleton.tsx';
import { useToasts } from '../../../ui/toast.tsx';
import { RawTable } from '../components/raw-table.tsx';
import styles from '../components/geo-data.module.css';
import { downloadRaw } from '../download.ts';
import { indexAt, limitedRange } from '../history-model.ts';
import { rawQuery } from '../queries.ts';
import { isDay, joinPages, trackOfRaw, type RawColumns, type RawPage } from '../raw-model.ts';

export interface GeoDataPanelProps {
  readonly imei: string;
  /** Days as they stand in the address, whoever typed them; today without. */
  readonly from: string | undefined;
  readonly to: string | undefined;
  readonly onRange: (range: { readonly from: string; readonly to: string }) => void;
}

/** UNIT-017: what the tracker reported, record by record, with the map beside it and all of it as a file. */
export function GeoDataPanel(props: GeoDataPanelProps): ReactNode {
  const { imei, onRange } = props;
  const t = useT();
  const format = useFormat();
  const send = useSend();
  const toasts = useToasts();
  const [today] = useState(() => format.day(new Date()));
  const from = isDay(props.from) ? props.from : today;
  const range = limitedRange(from, isDay(props.to) ? props.to : from, today);
  const request = { imei, ...range };
  const [isFetchingFile, setFetchingFile] = useState(false);
  const download = (): void => {
    setFetchingFile(true);
    void downloadRaw(send, request, format.timeZone)
      .catch(() => toasts.show({ text: t('ExportFailed'), tone: 'danger' }))
      .finally(() => setFetchingFile(false));
  };
  return (
    <section className={styles['panel']} aria-label={t('UnitTab-geo-data')} data-wide="true">
      <div className={styles['top']}>
        <h3 className={styles['title']}>{t('UnitTab-geo-data')}</h3>
        <DateRangeField
          label={t('GeoPeriod')}
          value={range}
          max={today}
          latestEnd={(from) => addDays(from, HISTORY_MAX_DAYS - 1)}
          onChange={(next) => onRange(limitedRange(next.from, next.to, today))}
          texts={{ previous: t('PreviousMonth'), next: t('NextMonth'), calendar: t('Calendar') }}
          help={t('HistoryLimit')}
        />
        <Button icon="download" isBusy={isFetchingFile} onClick={download}>
          {t('UnitsExport')}
        </Button>
      </div>
      <Records key={`${imei} ${range.from} ${range.to}`} request={request} />
    </section>
  );
}

function Records({ request }: { request: { imei: string; from: string; to: string } }): ReactNode {
  const t = useT();
  const format = useFormat();
  const query = useInfiniteQuery(rawQuery(useSend(), request, format.timeZone));
  const pages = query.data?.pages;
  const columns = useMemo(() => (pages ? joinPages(pages) : undefined), [pages]);
  if (!pages || !columns) return <NotLoaded query={query} heights={[420, 260]} className={styles['beside']} />;
  const [first] = pages;
  return (
    <>
      {first && <PrivateNotice blocks={first.private_blocks} />}
      {columns.time.length === 0 ? (
        <EmptyState icon="history" title={t('NoHistoryTitle')}>
          {t('NoHistoryText')}
        </EmptyState>
      ) : (
        <MarkedRecords columns={columns} hidesSpeed={first?.hides_speed ?? false} />
      )}
      {columns.time.length > 0 && (
        <div className={styles['foot']} role="status">
          {t('GeoCount', { count: columns.time.length })}
          {query.hasNextPage && (
            <Button isWrite={false} isBusy={query.isFetchingNextPage} onClick={() => void query.fetchNextPage()}>
              {t('GeoMore')}
            </Button>
          )}
          {query.isFetchNextPageError && <span>{t('CouldNotLoad')}</span>}
        </div>
      )}
    </>
  );
}

/** MAP-031, MAP-004: that something is left out is told; where it was is not. */
function PrivateNotice({ blocks }: { blocks: RawPage['private_blocks'] }): ReactNode {
  const t = useT();
  const hidden = blocks.filter((block) => block.is_hidden).length;
  const others = blocks.length - hidden;
  return (
    <>
      {others > 0 && <Banner tone="information">{t('GeoPrivate', { count: others })}</Banner>}
      {hidden > 0 && <Banner tone="information">{t('GeoHidden')}</Banner>}
    </>
  );
}

/** The table and the map in step: a chosen row is marked on the map, and a place pressed there is chosen in the table. */
function MarkedRecords(props: { columns: RawColumns; hidesSpeed: boolean }): ReactNode {
  const { columns } = props;
  const t = useT();
  const format = useFormat();
  const { setup, isPending } = useMapSetup();
  const handle = useRef<MapHandle>(null);
  const rows = useRef<HTMLDivElement>(null);
  const [selected, setSelected] = useState<number | null>(null);
  const track = useMemo(() => trackOfRaw(columns), [columns]);
  const view = useMemo(() => {
    const { points } = track;
    if (points.length === 0) return null;
    const bounds = { west: 180, south: 90, east: -180, north: -90 };
    for (const { lat, lng } of points) {
      bounds.west = Math.min(bounds.west, lng);
      bounds.east = Math.max(bounds.east, lng);
      bounds.south = Math.min(bounds.south, lat);
      bounds.north = Math.max(bounds.north, lat);
    }
    return { bounds };
  }, [track]);
  const place =
    selected === null
      ? null
      : { lat: columns.lat[selected] ?? 0, lng: columns.lng[selected] ?? 0, timeMs: columns.time[selected] ?? 0 };
  const pins = place
    ? [
        {
          id: 'record',
          kind: 'place' as const,
          label: format.exactTime(new Date(place.timeMs).toISOString()),
          lat: place.lat,
          lng: place.lng,
        },
      ]
    : [];
  useEffect(() => {
    if (place) handle.current?.moveTo(place);
    // Only a new choice moves the map: it may have been moved by hand since.
    // eslint-disable-next-line react-hooks/exhaustive-deps -- see above
  }, [selected]);
  const onSeek = (timeMs: number): void => {
    const index = Math.max(
      0,
      indexAt(
        columns.time.map((time) => ({ timeMs: time })),
        timeMs,
      ),
    );
    setSelected(index);
    const scroller = rows.current;
    if (scroller) scroller.scrollTop = (index / columns.time.length) * scroller.scrollHeight - scroller.clientHeight / 2;
  };
  return (
    <div className={styles['beside']}>
      <div className={styles['map']}>
        {isPending ? (
          <Skeleton className={styles['wait']} />
        ) : (
          <MapSurface {...setup} initialView={view} label={t('GeoMap')} handleRef={handle}>
            <TrackLayer points={track.points} gaps={track.gaps} stops={[]} onSeek={onSeek} />
            <PinLayer pins={pins} name="raw-record" />
          </MapSurface>
        )}
      </div>
      <div ref={rows} className={styles['rows']} tabIndex={0} role="region" aria-label={t('GeoDataTable')}>
        <RawTable columns={columns} hidesSpeed={props.hidesSpeed} selected={selected} onSelect={setSelected} />
      </div>
    </div>
  );
}
