import type { Zone } from '@spora/contract/zones/endpoints';
import { useQuery } from '@tanstack/react-query';
import { useState, type ReactNode } from 'react';
import { ADDRESSES } from '../../../lib/addresses.ts';
import { useT } from '../../../lib/i18n.tsx';
import { PageLink, useGo } from '../../../lib/page-link.tsx';
import { useSend } from '../../../lib/send-context.tsx';
import { FormLink } from '../../../ui/form-link.tsx';
import { NotLoaded } from '../../../ui/loaded.tsx';
import frame from '../../../ui/section.module.css';
import { Section } from '../../../ui/section.tsx';
import { RemoveZoneDialog } from '../components/remove-zone-dialog.tsx';
import { ZoneList } from '../components/zone-list.tsx';
import styles from '../components/zones.module.css';
import { zonesQuery } from '../queries.ts';
import { useZoneSwitch } from '../use-zone-switch.ts';

/** UNIT-020: the zones of one unit, as the list of all shows them, and what crossed them. */
export function ZonesTab({ unitId, imei }: { unitId: number; imei: string }): ReactNode {
  const t = useT();
  const query = useQuery(zonesQuery(useSend()));
  if (!query.data) return <NotLoaded query={query} heights={[200]} className={frame['sections']} isPart />;
  const { geofences, can } = query.data;
  const zones = geofences.filter(({ units }) => units.some(({ id }) => id === unitId));
  return (
    <div className={frame['sections']}>
      <Section title={t('Geofences')}>
        {zones.length === 0 ? <p className={frame['soft']}>{t('ZonesNoneText')}</p> : <UnitZones zones={zones} imei={imei} />}
        <div className={styles['top']}>
          {can.add && <FormLink to={ADDRESSES.newGeofence}>{t('NewGeofence')}</FormLink>}
          {zones.length > 0 && (
            <PageLink to={ADDRESSES.geofences} search={{ view: 'log', unit: imei }}>
              {t('ZoneLog')}
            </PageLink>
          )}
        </div>
      </Section>
    </div>
  );
}

function UnitZones({ zones, imei }: { zones: readonly Zone[]; imei: string }): ReactNode {
  const go = useGo();
  const [removing, setRemoving] = useState<number | null>(null);
  const zoneToRemove = zones.find(({ id }) => id === removing);
  const switching = useZoneSwitch(zones);
  return (
    <>
      <ZoneList
        rows={zones}
        selectedId={null}
        {...switching}
        onSelect={(zone) => void go({ to: ADDRESSES.geofences, search: { unit: imei, zone } })}
        onRemove={setRemoving}
      />
      {zoneToRemove && (
        <RemoveZoneDialog zone={zoneToRemove} onClose={() => setRemoving(null)} onRemoved={() => setRemoving(null)} />
      )}
    </>
  );
}
