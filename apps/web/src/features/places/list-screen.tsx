import type { Place } from '@spora/contract/places/endpoints';
import type { DataOf } from '@spora/contract/endpoint-map';
import { useQuery } from '@tanstack/react-query';
import { useState, type ReactNode } from 'react';
import { Loaded, rowsOf } from '../../ui/loaded.tsx';
import { FormLink } from '../../ui/form-link.tsx';
import { ADDRESSES } from '../../lib/addresses.ts';
import { useGo, usePageSearch, useSearchPatch } from '../../lib/page-link.tsx';
import { call } from '../../lib/call.ts';
import { saveAnswer } from '../../lib/download.ts';
import { useErrorText, useT } from '../../lib/i18n.tsx';
import { useSend } from '../../lib/send-context.tsx';
import { Button } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { useToasts } from '../../ui/toast.tsx';
import { ImportSheet } from './components/import-sheet.tsx';
import { PlacesHead } from './components/place-filters.tsx';
import { PlaceTable } from './components/place-table.tsx';
import styles from './components/places.module.css';
import { formOf, inputOf, shownPlaces, type PlaceSearch } from './model.ts';
import { placesQuery, usePlaceWrite, usePreview, zonesQuery } from './queries.ts';
import { useConflictTexts } from './use-conflict-texts.ts';

export interface PlacesScreenProps {
  readonly search: PlaceSearch;
  readonly onSearch: (patch: Partial<Record<keyof PlaceSearch, string | undefined>>) => void;
}

/** PLACE-005: the places that somebody may see. */
export function PlacesScreen(props: PlacesScreenProps): ReactNode {
  const query = useQuery(placesQuery(useSend()));
  return (
    <Loaded query={query} heights={rowsOf(44)} className={styles['screen']}>
      {(data) => <Places {...props} data={data} />}
    </Loaded>
  );
}

/** NAV-013: the list of places, with what the address holds. */
export function PlacesPage(): ReactNode {
  return <PlacesScreen search={usePageSearch(ADDRESSES.places)} onSearch={useSearchPatch(ADDRESSES.places)} />;
}

function Places(props: PlacesScreenProps & { data: DataOf<'places.list'> }): ReactNode {
  const { data, search, onSearch } = props;
  const t = useT();
  const send = useSend();
  const errors = useErrorText();
  const toasts = useToasts();
  const [isImporting, setImporting] = useState(false);
  const failed = (failure: unknown) => toasts.show({ text: errors.text(failure), tone: 'danger' });
  const toldOf = useSwitched();
  const change = usePlaceWrite(
    (by, { id, active }: { id: number; active: boolean }) => call(by, 'places.set-status', { params: { id }, body: { active } }),
    { onSuccess: ({ place }) => toldOf(place), onError: failed },
  );
  const download = (format: 'csv' | 'kml'): void =>
    void send({ id: 'places.export', params: { format }, accept: '*/*' })
      .then((answer) => saveAnswer(answer, `places.${format}`))
      .catch(failed);
  const zones = useQuery(zonesQuery(send)).data?.geofences ?? [];
  const zone = zones.find(({ id }) => String(id) === search.zone) ?? null;
  const rows = shownPlaces(data.places, search, zone);
  const add = data.can.add && (
    <FormLink to={ADDRESSES.newPlace} look="primary">
      {t('NewPlace')}
    </FormLink>
  );
  const importing = data.can.for_all_units && (
    <Button isWrite onClick={() => setImporting(true)}>
      {t('PlacesImport')}
    </Button>
  );
  return (
    <div className={styles['screen']}>
      {data.places.length === 0 ? (
        <EmptyState
          icon="pin"
          title={t('PlacesNone')}
          action={
            (add || importing) && (
              <>
                {add}
                {importing}
              </>
            )
          }
        >
          {t('PlacesNoneText')}
        </EmptyState>
      ) : (
        <>
          <PlacesHead
            search={search}
            zones={zones}
            onSearch={onSearch}
            action={add}
            tools={
              <>
                {importing}
                <Button icon="download" onClick={() => download('csv')}>
                  CSV
                </Button>
                <Button icon="download" onClick={() => download('kml')}>
                  KML
                </Button>
              </>
            }
          />
          {rows.length === 0 ? (
            <EmptyState
              icon="search"
              title={t('PlacesNoMatch')}
              action={
                <Button onClick={() => onSearch({ q: undefined, status: undefined, zone: undefined })}>
                  {t('ClearFilters')}
                </Button>
              }
            />
          ) : (
            <PlaceTable
              rows={rows}
              all={data.places}
              order={search.sort ?? 'name'}
              onSort={(sort) => onSearch({ sort: sort === 'name' ? undefined : sort })}
              onSwitch={(id, active) => change.mutate({ id, active })}
            />
          )}
        </>
      )}
      {isImporting && <ImportSheet onClose={() => setImporting(false)} />}
    </div>
  );
}

/** PLACE-009: what a place that was switched on stands against now is said then, too, as it is when one is saved; off, that it is off. */
function useSwitched(): (place: Place) => void {
  const t = useT();
  const toasts = useToasts();
  const go = useGo();
  const preview = usePreview();
  const conflictTexts = useConflictTexts(null);
  return (place) => {
    const { label: name } = place;
    const body = inputOf(formOf(place));
    if (!place.is_active || place.rules.length === 0 || !body) {
      toasts.show({ text: t(place.is_active ? 'PlaceIsOn' : 'PlaceIsOff', { name }) });
      return;
    }
    const tell = (found: readonly string[]): void => {
      if (found.length === 0) toasts.show({ text: t('PlaceIsOn', { name }) });
      else
        toasts.show({
          text: [t('PlaceIsOn', { name }), t('PlaceConflicts'), ...found.slice(0, 2)].join(' '),
          action: {
            label: t('PlaceShowRules'),
            run: () => void go({ to: ADDRESSES.place, params: { placeID: String(place.id) } }),
          },
        });
    };
    preview.mutate(
      { ...body, id: place.id },
      {
        // Rules that meet among themselves do so off as well as on.
        onSuccess: ({ conflicts }) => tell(conflictTexts(conflicts.filter((each) => each.other_place_id !== place.id))),
        onError: () => tell([]),
      },
    );
  };
}
