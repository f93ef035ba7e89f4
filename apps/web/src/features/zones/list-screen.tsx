import type { DataOf } from '@spora/contract/endpoint-map';
import { useQuery } from '@tanstack/react-query';
import { useState, type ReactNode } from 'react';
import { ADDRESSES } from '../../lib/addresses.ts';
import { useT } from '../../lib/i18n.tsx';
import { usePageSearch, useSearchPatch } from '../../lib/page-link.tsx';
import { useSend } from '../../lib/send-context.tsx';
import { Button, IconButton } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { FormLink } from '../../ui/form-link.tsx';
import { Loaded, rowsOf } from '../../ui/loaded.tsx';
import { Tabs } from '../../ui/tabs.tsx';
import { EmptyOrBegin } from '../../ui/begin-unit.tsx';
import { RemoveZoneDialog } from './components/remove-zone-dialog.tsx';
import { ZonesHead } from './components/zone-filters.tsx';
import { ZoneList } from './components/zone-list.tsx';
import { ZoneLog } from './components/zone-log.tsx';
import { type RenderZonesMap, ZonesMap } from './components/zones-map.tsx';
import styles from './components/zones.module.css';
import { shownZones } from './model.ts';
import { zonesQuery } from './queries.ts';
import type { ZonesPatch, ZonesSearch } from './search.ts';
import { useZoneSwitch } from './use-zone-switch.ts';

export interface ZonesScreenProps {
  readonly search: ZonesSearch;
  readonly onSearch: (patch: ZonesPatch) => void;
  readonly renderMap: RenderZonesMap;
}

/** NAV-012, with what the address holds. */
export function ZonesPage(): ReactNode {
  return (
    <ZonesScreen
      search={usePageSearch(ADDRESSES.geofences)}
      onSearch={useSearchPatch(ADDRESSES.geofences)}
      renderMap={(map) => <ZonesMap {...map} />}
    />
  );
}

/** GEO-012, GEO-022: the zones beside their map, and what crossed them. */
export function ZonesScreen(props: ZonesScreenProps): ReactNode {
  const { search, onSearch } = props;
  const t = useT();
  const query = useQuery(zonesQuery(useSend()));
  return (
    <div className={styles['screen']}>
      <Tabs
        label={t('Geofences')}
        selected={search.view ?? 'list'}
        onSelect={(view) => onSearch({ view: view === 'log' ? view : undefined, zone: undefined })}
        tabs={[
          {
            id: 'list',
            label: t('Geofences'),
            panel: (
              <Loaded query={query} heights={rowsOf(92)} className={styles['list']}>
                {(data) => <Zones {...props} data={data} />}
              </Loaded>
            ),
          },
          {
            id: 'log',
            label: t('ZoneLog'),
            panel: <ZoneLog search={search} onSearch={onSearch} zones={query.data?.geofences ?? []} />,
          },
        ]}
      />
    </div>
  );
}

function Zones(props: ZonesScreenProps & { data: DataOf<'zones.list'> }): ReactNode {
  const { data, search, onSearch } = props;
  const t = useT();
  const [removing, setRemoving] = useState<number | null>(null);
  const zoneToRemove = data.geofences.find(({ id }) => id === removing);
  const switching = useZoneSwitch(data.geofences);
  const rows = shownZones(data.geofences, search);
  const add = data.can.add && (
    <FormLink to={ADDRESSES.newGeofence} look="primary">
      {t('NewGeofence')}
    </FormLink>
  );
  if (data.geofences.length === 0)
    return (
      <EmptyOrBegin text={t('ZonesNoneText')}>
        <EmptyState icon="target" title={t('ZonesNone')} action={add || undefined}>
          {t('ZonesNoneText')}
        </EmptyState>
      </EmptyOrBegin>
    );
  return (
    <div className={styles['page']}>
      <ZonesHead
        search={search}
        onSearch={onSearch}
        zones={data.geofences}
        action={
          <>
            <IconButton
              className={styles['switch'] ?? ''}
              look="plain"
              icon={search.show ? 'log' : 'map'}
              label={t(search.show ? 'ZonesShowList' : 'ZonesShowMap')}
              onClick={() => onSearch({ show: search.show ? undefined : 'map' })}
            />
            {add}
          </>
        }
      />
      <div className={styles['both']} data-show={search.show ?? 'list'}>
        {rows.length === 0 ? (
          <div className={styles['listSide']}>
            <EmptyState
              icon="search"
              title={t('ZonesNoMatch')}
              action={
                <Button onClick={() => onSearch({ q: undefined, unit: undefined, state: undefined })}>{t('ClearFilters')}</Button>
              }
            />
          </div>
        ) : (
          <ZoneList
            rows={rows}
            selectedId={search.zone ?? null}
            {...switching}
            // A phone shows the list or the map.
            onSelect={(zone) => onSearch(zone === undefined ? { zone } : { zone, show: 'map' })}
            onRemove={setRemoving}
          />
        )}
        <div className={styles['map']}>
          {props.renderMap({ zones: rows, selectedId: search.zone ?? null, onSelect: (zone) => onSearch({ zone }) })}
        </div>
      </div>
      {zoneToRemove && (
        <RemoveZoneDialog zone={zoneToRemove} onClose={() => setRemoving(null)} onRemoved={() => setRemoving(null)} />
      )}
    </div>
  );
}
