import type { DataOf } from '@spora/contract/endpoint-map';
import { PLACE_RADIUS_M } from '@spora/contract/places/values';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useMemo, useRef, useState, type FormEvent, type ReactNode } from 'react';
import { NotLoaded, together } from '../../ui/loaded.tsx';
import { call } from '../../lib/call.ts';
import { useErrorText, useT } from '../../lib/i18n.tsx';
import { useSend } from '../../lib/send-context.tsx';
import { useUnsavedChanges } from '../../lib/unsaved.ts';
import { useFirstError } from '../../lib/use-first-error.ts';
import { useRefusals } from '../../lib/use-refusals.ts';
import { isChangedMeanwhile } from '../../ui/changed-meanwhile.tsx';
import { Banner } from '../../ui/banner.tsx';
import { Button } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { FailureBanner } from '../../ui/failure-banner.tsx';
import { useToasts } from '../../ui/toast.tsx';
import { ApplyFields } from './components/apply-fields.tsx';
import { PlaceChanged } from './components/place-changed.tsx';
import { PlaceFields } from './components/place-fields.tsx';
import styles from './components/places.module.css';
import { RemovePlaceDialog } from './components/remove-place-dialog.tsx';
import { RuleFields } from './components/rule-fields.tsx';
import { ScheduleFields } from './components/schedule-fields.tsx';
import { ringOf } from '../../map/circle.ts';
import {
  emptyForm,
  faultsOf,
  fitTheSame,
  formOf,
  formOfDraft,
  inputOf,
  isShownAtField,
  type PlaceForm,
  timeFaultsOf,
} from './model.ts';
import { draftQuery, placesQuery, type PlaceInput, usePlaceWrite, usePreview } from './queries.ts';
import { withTheirs } from '../../lib/with-theirs.ts';

type Point = { readonly lat: number; readonly lng: number };
/** A map that shows rings and tells where somebody clicked; the page brings it. */
export type RenderMap = (map: {
  readonly rings: readonly { readonly points: readonly Point[]; readonly isFaint: boolean }[];
  readonly center: Point | null;
  readonly onPick: ((point: Point) => void) | undefined;
}) => ReactNode;

export interface EditorProps {
  /** Null: a new one. */
  readonly id: number | null;
  /** PLACE-011: the end of a trip that a new one begins with. */
  readonly trip: { readonly trip_id: number; readonly which: 'start' | 'stop' } | null;
  readonly onDone: () => void;
  readonly renderMap: RenderMap;
}

/** PLACE-001: one place with its circle, units, rules and hours. */
export function PlaceEditor(props: EditorProps): ReactNode {
  const t = useT();
  const send = useSend();
  const list = useQuery(placesQuery(send));
  const draft = useQuery({ ...draftQuery(send, props.trip ?? { trip_id: 1, which: 'start' }), enabled: props.trip !== null });
  if (!list.data || (props.trip && !draft.data))
    return <NotLoaded query={props.trip ? together(list, draft) : list} heights={[480]} />;
  const place = props.id === null ? null : list.data.places.find(({ id }) => id === props.id);
  if (place === undefined) return <EmptyState icon="pin" title={t('PlaceNotFound')} />;
  const first = place
    ? formOf(place)
    : draft.data
      ? formOfDraft(draft.data, list.data.can.for_all_units)
      : { ...emptyForm(), imeis: list.data.can.for_all_units ? null : [] };
  const canEdit = place ? place.can.edit : list.data.can.add;
  return <Editor key={props.id ?? 'new'} {...props} list={list.data} first={first} canEdit={canEdit} />;
}

/** What saving does, once it is known: with rules that stand against it it is saved all the same, else so many trips change. */
function saveText(found: DataOf<'places.preview'> | undefined, t: ReturnType<typeof useT>): string {
  if (found && found.conflicts.length > 0) return t('PlaceSaveNow');
  const count = found?.trips?.changed ?? 0;
  return count > 0 ? t('PlaceSaveAndChange', { count }) : t('Save');
}

/** What can be changed of a place, as it is told. */
const wasOf = ({ label, address, lat, lng, radius, imeis, rules, schedule }: DataOf<'places.list'>['places'][number]) => ({
  label,
  address,
  lat,
  lng,
  radius,
  imeis,
  rules,
  schedule,
});

function Editor(props: EditorProps & { list: DataOf<'places.list'>; first: PlaceForm; canEdit: boolean }): ReactNode {
  const { id, list, canEdit } = props;
  const t = useT();
  const errors = useErrorText();
  const toasts = useToasts();
  const [first] = useState(props.first);
  const [form, setForm] = useState(first);
  const [wasTried, setTried] = useState(false);
  const preview = usePreview();
  const ends = useRef<HTMLDivElement>(null);
  const fresh = list.places.find((place) => place.id === id) ?? null;
  // What the form began with: the list goes on.
  const [began, setBegan] = useState(fresh);
  const was = began && wasOf(began);
  const save = usePlaceWrite((send, { body, isOver }: { body: PlaceInput; isOver: boolean }) =>
    id === null
      ? call(send, 'places.save', { body })
      : call(send, 'places.update', { params: { id }, body: { ...body, ...(isOver || !was ? {} : { was }) } }),
  );
  const isOther = isChangedMeanwhile(save.error);
  const remove = usePlaceWrite((send, of: number) => call(send, 'places.remove', { params: { id: of } }));
  const undo = usePlaceWrite((send, of: number) => call(send, 'places.undo-save', { params: { id: of } }), {
    onSuccess: ({ changed_trips }) => toasts.show({ text: t('PlaceSaveUndone', { count: changed_trips }) }),
    onError: (error) => toasts.show({ tone: 'danger', text: errors.text(error) }),
  });
  const [isAsking, setAsking] = useState(false);
  // From the call on: the page is left as soon as it answers, before anything is drawn again.
  const isLeaving = [save, remove, undo].some((write) => write.isPending || write.isSuccess);
  useUnsavedChanges(form !== first && !isLeaving);
  const set = (patch: Partial<PlaceForm>): void => {
    setForm((before) => ({ ...before, ...patch }));
    // What it is called changes nothing of what was found.
    if (Object.keys(patch).some((field) => field !== 'label' && field !== 'address')) preview.reset();
  };
  // Begun from a trip all but the name is there: what saving changes is told from the start.
  const { mutate: look } = preview;
  const isFromTrip = id === null && props.trip !== null && canEdit;
  useEffect(() => {
    const body = isFromTrip && inputOf({ ...first, label: first.label.trim() || '–' });
    if (body) look({ ...body, id: null });
  }, [first, isFromTrip, look]);
  const { lat, lng } = form;
  const radius = Number(form.radius);
  const faults = faultsOf(form);
  const timeFaults = timeFaultsOf(form);
  const failure = save.error ?? preview.error;
  const refused = useRefusals(failure, form);
  const place = useFirstError<HTMLFormElement>(failure);
  const faultText = (field: keyof typeof faults): string | null => {
    // That a radius is too large no further digit mends, so it is told at once.
    const fault = wasTried || (field === 'radius' && radius > PLACE_RADIUS_M.max) ? faults[field] : undefined;
    return fault ? t(fault) : (refused[field] ?? null);
  };
  const timeError = (key: string): string | null => {
    const fault = wasTried ? timeFaults[key] : undefined;
    return fault ? t(fault) : (refused[key] ?? null);
  };
  const done = (text: string, made?: number): void => {
    const action = made !== undefined && ({ label: t('Undo'), run: () => undo.mutate(made), isEverywhere: true } as const);
    toasts.show({ text, ...(action ? { action } : {}) });
    props.onDone();
  };
  const isChecked = preview.isSuccess;
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    setTried(true);
    const body = inputOf(form);
    if (Object.keys({ ...faults, ...timeFaults }).length > 0 || !body || save.isPending) return;
    // PLACE-009, PLACE-010: what it would stand against and change is shown before it is saved, where that can be otherwise than it was.
    const before = began && inputOf(formOf(began));
    if (before && fitTheSame(body, before)) store(body);
    else if (!isChecked)
      preview.mutate(
        { ...body, id },
        {
          onSuccess: (found) => {
            if (found.conflicts.length === 0 && found.trips === null) store(body);
            // What was found stands above it: on a phone below what is seen.
            else requestAnimationFrame(() => ends.current?.scrollIntoView({ block: 'end' }));
          },
        },
      );
    else store(body);
  };
  const store = (body: PlaceInput, isOver = false): void =>
    save.mutate(
      { body, isOver },
      {
        onSuccess: ({ place, changed_trips }) =>
          done(
            [t('PlaceSaved', { name: place.label }), changed_trips > 0 && t('PlaceSavedTrips', { count: changed_trips })]
              .filter(Boolean)
              .join(' '),
            id === null ? place.id : undefined,
          ),
      },
    );
  const faint = useMemo(
    () =>
      list.places
        .filter((place) => place.id !== id && place.is_active)
        .map((place) => ({ points: ringOf(place, place.radius), isFaint: true })),
    [list.places, id],
  );
  const rings = useMemo(
    () =>
      lat === null || lng === null || !(radius > 0 && radius <= PLACE_RADIUS_M.max)
        ? faint
        : [...faint, { points: ringOf({ lat, lng }, radius), isFaint: false }],
    [faint, lat, lng, radius],
  );
  return (
    <form ref={place} className={styles['editor']} noValidate onSubmit={submit}>
      <div className={styles['form']}>
        {!canEdit && <h2 className={styles['title']}>{form.label}</h2>}
        {!canEdit && <Banner tone="information">{t('PlaceReadOnly')}</Banner>}
        <fieldset className={styles['all']} disabled={!canEdit}>
          <PlaceFields form={form} set={set} faultText={faultText} mayForAll={list.can.for_all_units} />
          <RuleFields
            form={form}
            set={set}
            others={list.places.filter((place) => place.id !== id)}
            errorOf={(key) => refused[key] ?? null}
          />
          <ScheduleFields form={form} set={set} errorOf={timeError} />
          {canEdit && (
            <ApplyFields id={id} form={form} set={set} preview={preview.data ?? null} error={refused['apply_from'] ?? null} />
          )}
        </fieldset>
        {isOther && fresh && was && (
          <PlaceChanged
            was={was}
            theirs={fresh}
            all={list.places}
            onTakeTheirs={() => {
              setBegan(fresh);
              setForm(began ? withTheirs(formOf(began), form, formOf(fresh)) : formOf(fresh));
              save.reset();
              preview.reset();
            }}
            onOverwrite={() => {
              const body = inputOf(form);
              if (body) store(body, true);
            }}
          />
        )}
        {!isOther && (
          <FailureBanner
            failure={failure}
            ownFields={Object.keys(errors.fields(failure)).filter((field) => isShownAtField(form, field))}
            onRetry="submit"
          />
        )}
        <div ref={ends} className={styles['foundAbove']} />
        {canEdit && (
          <div className={styles['ends']}>
            {id !== null && (
              <Button look="quiet" isWrite className={styles['remove']} onClick={() => setAsking(true)}>
                {t('PlaceRemove')}
              </Button>
            )}
            <Button onClick={props.onDone}>{t('Cancel')}</Button>
            <Button look="primary" type="submit" isBusy={save.isPending || preview.isPending}>
              {saveText(preview.data, t)}
            </Button>
          </div>
        )}
      </div>
      <div className={styles['map']}>
        {props.renderMap({
          rings,
          center: lat === null || lng === null ? null : { lat, lng },
          onPick: canEdit ? set : undefined,
        })}
      </div>
      {isAsking && id !== null && (
        <RemovePlaceDialog
          name={first.label}
          isBusy={remove.isPending || undo.isPending}
          error={remove.error}
          undoUntil={began?.undo_until ?? null}
          onRemove={(isUndone) =>
            isUndone
              ? undo.mutate(id, { onSuccess: props.onDone })
              : remove.mutate(id, { onSuccess: () => done(t('PlaceRemoved')) })
          }
          onClose={() => setAsking(false)}
        />
      )}
    </form>
  );
}
