import type { Sensor } from '@spora/contract/sensors/endpoints';
import { useQuery } from '@tanstack/react-query';
import { useMemo, useState, type ReactNode } from 'react';
import { ADDRESSES } from '../../lib/addresses.ts';
import { useT } from '../../lib/i18n.tsx';
import { usePageSearch, useSearchPatch } from '../../lib/page-link.tsx';
import { useSend } from '../../lib/send-context.tsx';
import { useSettledText } from '../../lib/use-settled-text.ts';
import { Button } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { Loaded, rowsOf } from '../../ui/loaded.tsx';
import { SearchField } from '../../ui/search-field.tsx';
import { SEARCH_FROM } from '../../ui/searched-list.tsx';
import { ActDialog } from './components/act-dialog.tsx';
import { AddDialog } from './components/add-dialog.tsx';
import { type SensorAct, SensorsTable } from './components/sensors-table.tsx';
import styles from './components/sensors.module.css';
import { sensorsQuery } from './queries.ts';
import { foundSensors, type SensorsSearch } from './search.ts';

export interface SensorsScreenProps {
  readonly search: SensorsSearch;
  readonly onSearch: (patch: { readonly q: string | undefined }) => void;
}

/** With what the address holds. */
export function SensorsPage(): ReactNode {
  return <SensorsScreen search={usePageSearch(ADDRESSES.sensors)} onSearch={useSearchPatch(ADDRESSES.sensors)} />;
}

/** BLE-012: all sensors and tags of the account that the viewer may see. */
export function SensorsScreen(props: SensorsScreenProps): ReactNode {
  const t = useT();
  const query = useQuery(sensorsQuery(useSend()));
  const [isAdding, setAdding] = useState(false);
  const [asked, setAsked] = useState<{ act: SensorAct; sensor: Sensor } | null>(null);
  return (
    <div className={styles['screen']}>
      <Loaded query={query} heights={rowsOf(60)} className={styles['stack']}>
        {({ sensors, can }) => {
          const add = can.add && (
            <Button look="primary" icon="plus" onClick={() => setAdding(true)}>
              {t('SensorAdd')}
            </Button>
          );
          return sensors.length === 0 ? (
            <EmptyState icon="thermometer" title={t('SensorsNone')} action={add || undefined}>
              {t('SensorsNoneText')}
            </EmptyState>
          ) : (
            <div className={styles['stack']}>
              <div className={styles['top']}>
                <p className={styles['lead']}>{t('SensorsLead')}</p>
                {add}
              </div>
              <Found {...props} sensors={sensors}>
                {(rows) => <SensorsTable rows={rows} onAct={(act, sensor) => setAsked({ act, sensor })} />}
              </Found>
            </div>
          );
        }}
      </Loaded>
      {isAdding && <AddDialog onClose={() => setAdding(false)} />}
      {asked && <ActDialog {...asked} onClose={() => setAsked(null)} />}
    </div>
  );
}

/** Those that are looked for, by name, address or unit; few are seen at a glance. */
function Found(
  props: SensorsScreenProps & { sensors: readonly Sensor[]; children: (rows: readonly Sensor[]) => ReactNode },
): ReactNode {
  const { sensors, search, onSearch } = props;
  const t = useT();
  const [text, setText] = useSettledText(search.q ?? '', (q) => onSearch({ q: q || undefined }));
  const rows = useMemo(() => foundSensors(sensors, text), [sensors, text]);
  return (
    <>
      {(sensors.length >= SEARCH_FROM || text !== '') && (
        <div className={styles['search']} role="search" aria-label={t('Sensors')}>
          <SearchField label={t('SensorsSearch')} clearLabel={t('ClearSearch')} value={text} onChange={setText} isPageSearch />
        </div>
      )}
      {rows.length === 0 ? (
        <EmptyState
          icon="search"
          title={t('SensorsNoMatch')}
          action={<Button onClick={() => setText('')}>{t('ClearSearch')}</Button>}
        />
      ) : (
        props.children(rows)
      )}
    </>
  );
}
