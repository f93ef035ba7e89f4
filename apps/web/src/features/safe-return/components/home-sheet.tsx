import type { SafeHome } from '@spora/contract/safe-return/endpoints';
import { SAFE_HOME_MAP, SAFE_HOME_RADIUS_M } from '@spora/contract/safe-return/schedule';
import { compareNames } from '@spora/messages/name-order';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef, useState, type ReactNode } from 'react';
import { call } from '../../../lib/call.ts';
import { endpointQuery } from '../../../lib/endpoint-query.ts';
import { useFormat, useT } from '../../../lib/i18n.tsx';
import { useSend } from '../../../lib/send-context.tsx';
import { useCarefulClose } from '../../../lib/unsaved.ts';
import { useDraftForm } from '../../../lib/use-draft-form.ts';
import { Button } from '../../../ui/button.tsx';
import { ChangedMeanwhile, meanwhileOf } from '../../../ui/changed-meanwhile.tsx';
import { Sheet } from '../../../ui/dialog.tsx';
import { FailureBanner } from '../../../ui/failure-banner.tsx';
import { useToasts } from '../../../ui/toast.tsx';
import { UntoldBanner, useUntold } from '../../alarms/public/untold.tsx';
import { CircleFields, type CircleSource } from '../../zones/public/circle-fields.tsx';
import type { RenderCircleMap } from '../../zones/public/circle-map.tsx';
import { type Circle, type CircleForm, useCircle } from '../../zones/public/use-circle.ts';
import { DEFAULT_PLACE, hasHome, homeFaults, homeForm, homeInput, placeFacts, type SavedHome } from '../model.ts';
import { useHomeWrite } from '../queries.ts';
import { useLeave } from '../use-leave.ts';
import styles from './safe-return.module.css';

/** SAFE-017: in English in every language. */
const LOOKUP_FAILED = 'An error occurred while fetching location.';
/** The text that is typed; what is stored is cut by the server (DEC-37). */
const ADDRESS_MAX = 300;
const OWN_FIELDS = ['address', 'radius', 'centerLat', 'centerLng'];

/** SAFE-009 to SAFE-018: where a unit is at home. */
export function HomeSheet(props: {
  home: SafeHome;
  renderMap: RenderCircleMap;
  onClose: () => void;
  /** `told` is what came of it. */
  onSaved: (saved: SavedHome, told: string) => void;
}): ReactNode {
  const { home, onClose } = props;
  const t = useT();
  const format = useFormat();
  const toasts = useToasts();
  const [isAsking, setAsking] = useState(false);
  const isNew = !hasHome(home);
  const [began, setBegan] = useState(home);
  const write = useHomeWrite((send, { form, isBlind }: { form: CircleForm; isBlind: boolean }) =>
    call(send, 'safe-return.save-home', {
      body: { ...homeInput(form, home.imei), ...(isBlind ? {} : { was: placeFacts(began) }) },
    }),
  );
  const remove = useHomeWrite((send, imei: string) => call(send, 'safe-return.remove-home', { params: { imei } }));
  const store = (form: CircleForm, isBlind = false): void =>
    write.mutate(
      { form, isBlind },
      {
        onSuccess: (saved) => props.onSaved(saved, t('HomeAddressUpdateMsg')),
      },
    );
  const draft = useDraftForm<CircleForm>({ first: homeForm(home), faultsOf: homeFaults, write, send: (form) => store(form) });
  const theirs = meanwhileOf(write.error, placeFacts(began), placeFacts(home), {
    address: [t('CircleAddress'), home.address || '–'],
    radius: [t('CircleRadius'), home.radius === null ? '–' : format.number(home.radius)],
    centerLat: [t('CircleCoordinates'), home.centerLat === null ? '–' : `${home.centerLat}, ${home.centerLng}`],
  });
  const takeTheirs = (): void => {
    setBegan(home);
    draft.rebase(homeForm(home));
    write.reset();
  };
  const circle = useCircle({
    form: draft.form,
    limits: { min: SAFE_HOME_RADIUS_M.min, max: SAFE_HOME_RADIUS_M.max },
    change: draft.change,
    lookupFailedText: LOOKUP_FAILED,
  });
  const [isTouched, setTouched] = useState(false);
  const byHand: Circle = {
    ...circle,
    change: (part) => {
      setTouched(true);
      circle.change(part);
    },
    place: (point) => {
      setTouched(true);
      circle.place(point);
    },
  };
  const known = useKnownPlaces(byHand);
  const untoldOf = useUntold();
  const beginning = useBeginning(isNew ? home.imei : null, circle);
  useLeave(write.error ?? remove.error ?? beginning.error);
  // A new one is placed by itself: that alone is nothing to lose.
  const close = useCarefulClose(draft.isUnsaved && (!isNew || isTouched), onClose);
  // SAFE-010: further away only where the circle needs it.
  const zoom = isNew ? SAFE_HOME_MAP.zoom : SAFE_HOME_MAP.editingZoom;
  // That it is too large no further digit mends, so it is told at once.
  const radiusFault = homeFaults(draft.form).radius;
  const radiusError = radiusFault === 'SafeHomeRadiusMost' ? t(radiusFault) : draft.errorOf('radius');
  const title = t(isNew ? 'SafeHomeAddTitle' : 'SafeHomeEditTitle', { name: home.name });
  return (
    <Sheet title={title} closeLabel={t('Close')} isOpen isWide onClose={close}>
      <form ref={draft.place} className={styles['form']} noValidate onSubmit={draft.submit}>
        <CircleFields
          circle={byHand}
          addressMax={ADDRESS_MAX}
          errorOf={(field) =>
            field === 'point'
              ? (draft.errorOf('centerLat') ?? draft.errorOf('centerLng'))
              : field === 'radius'
                ? radiusError
                : draft.errorOf(field)
          }
          sources={[known]}
          radiusHelp={t('SafeHomeRadiusHelp')}
        />
        <div className={styles['map']} style={{ '--map-height': `${SAFE_HOME_MAP.heightPx}px` } as Record<string, string>}>
          {props.renderMap({
            circle: byHand,
            others: [],
            label: t('SafeHomeMap'),
            start: { center: DEFAULT_PLACE, zoom },
            maxZoom: zoom,
          })}
        </div>
        <UntoldBanner untold={untoldOf([home.imei], ['safe-home-missed'])} nameOf={() => home.name} />
        {theirs ? (
          <ChangedMeanwhile changes={theirs} onTakeTheirs={takeTheirs} onOverwrite={() => store(draft.form, true)} />
        ) : (
          <FailureBanner failure={write.error ?? remove.error} ownFields={OWN_FIELDS} onRetry={() => store(draft.form)} />
        )}
        {isAsking ? (
          <div className={styles['foot']} role="group" aria-label={t('SafeHomeRemove')}>
            <p className={styles['asked']}>{t('SafeHomeRemoveText')}</p>
            <Button onClick={() => setAsking(false)}>{t('Cancel')}</Button>
            <Button
              look="danger"
              isBusy={remove.isPending}
              onClick={() =>
                remove.mutate(home.imei, {
                  onSuccess: ({ turned_off: isOff }) => {
                    toasts.show({ text: t(isOff ? 'SafeHomeRemovedOff' : 'SafeHomeRemoved', { name: home.name }) });
                    onClose();
                  },
                })
              }
            >
              {t('SafeHomeRemoveOf', { name: home.name })}
            </Button>
          </div>
        ) : (
          <div className={styles['foot']}>
            {!isNew && (
              <Button look="quiet" isWrite className={styles['remove']} onClick={() => setAsking(true)}>
                {t('SafeHomeRemove')}
              </Button>
            )}
            <Button onClick={close}>{t('Cancel')}</Button>
            <Button look="primary" type="submit" isBusy={write.isPending}>
              {t('Save')}
            </Button>
          </div>
        )}
      </form>
    </Sheet>
  );
}

/** Places and zones that are there already, a home at each by its name and as wide, as far as a home may be. */
function useKnownPlaces(circle: Circle): CircleSource {
  const t = useT();
  const send = useSend();
  const places = useQuery({ ...endpointQuery(send, 'places.list', {}), retry: false }).data?.places ?? [];
  const zones = useQuery({ ...endpointQuery(send, 'zones.list', { query: {} }), retry: false }).data?.geofences ?? [];
  const known = [
    ...places.map((place) => ({ ...place, key: `place ${place.id}`, name: place.label, kind: 'place' as const })),
    ...zones.filter(({ is_armed }) => !is_armed).map((zone) => ({ ...zone, key: `zone ${zone.id}`, kind: 'zone' as const })),
  ];
  const named = Map.groupBy(known, ({ name }) => name);
  // A place and a zone are often called the same, and are not equally wide.
  const labelOf = ({ name, kind }: (typeof known)[number]): string =>
    (named.get(name) ?? []).length > 1 ? t(`SafeHomeKnown-${kind}`, { name }) : name;
  const { min, max } = SAFE_HOME_RADIUS_M;
  return {
    label: t('SafeHomeKnown'),
    options: known.map((each) => ({ value: each.key, label: labelOf(each) })).sort((a, b) => compareNames(a.label, b.label)),
    find: (key) => {
      const chosen = known.find((each) => each.key === key);
      if (chosen) circle.change({ radius: String(Math.min(max, Math.max(min, Math.round(chosen.radius)))) });
      return Promise.resolve(chosen ? { lat: chosen.lat, lng: chosen.lng, address: chosen.name } : null);
    },
  };
}

/** SAFE-011, SAFE-012, SAFE-017: a new home begins where the unit was last, or in Stockholm where that is not known. */
function useBeginning(imei: string | null, circle: Circle): { readonly error: unknown } {
  const position = useQuery({
    ...endpointQuery(useSend(), 'safe-return.latest-position', { query: { imei: imei ?? '' } }),
    enabled: imei !== null,
    retry: false,
  });
  const latest = useRef(circle);
  useEffect(() => {
    latest.current = circle;
  });
  const isPlaced = useRef(false);
  const { data, error } = position;
  useEffect(() => {
    if (isPlaced.current || (!data && !error)) return;
    isPlaced.current = true;
    // Somebody was quicker.
    if (latest.current.form.lat !== null) return;
    const { Latitude: lat, Longitude: lng } = data ?? {};
    latest.current.place(lat === undefined || lng === undefined ? DEFAULT_PLACE : { lat, lng });
    if (error) latest.current.tell(LOOKUP_FAILED);
  }, [data, error]);
  return position;
}
