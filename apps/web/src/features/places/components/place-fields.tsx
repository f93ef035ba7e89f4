import { useQuery } from '@tanstack/react-query';
import { useState, type ReactNode } from 'react';
import { useT } from '../../../lib/i18n.tsx';
import { METRES_TEXT_MAX } from '../../../lib/number-text.ts';
import { useSend } from '../../../lib/send-context.tsx';
import { Button } from '../../../ui/button.tsx';
import { CheckBox } from '../../../ui/check-box.tsx';
import { PickBoxes } from '../../../ui/pick-boxes.tsx';
import { TextField } from '../../../ui/text-field.tsx';
import type { PlaceForm } from '../model.ts';
import { addressesQuery, unitsQuery } from '../queries.ts';
import styles from './places.module.css';

/** Name, address with its point, radius and units. */
export function PlaceFields(props: {
  form: PlaceForm;
  set: (patch: Partial<PlaceForm>) => void;
  faultText: (field: 'label' | 'radius' | 'point' | 'imeis') => string | null;
  mayForAll: boolean;
}): ReactNode {
  const { form, set, faultText, mayForAll } = props;
  const t = useT();
  const [asked, setAsked] = useState('');
  const found = useQuery({ ...addressesQuery(useSend(), asked), enabled: asked !== '' });
  const units = useQuery(unitsQuery(useSend()));
  const chosen = form.imeis ?? [];
  return (
    <>
      <TextField
        label={t('PlaceName')}
        name="label"
        maxLength={50}
        autoComplete="off"
        value={form.label}
        onChange={(event) => set({ label: event.target.value })}
        error={faultText('label')}
      />
      <TextField
        label={t('PlaceAddress')}
        maxLength={300}
        autoComplete="off"
        value={form.address}
        onChange={(event) => set({ address: event.target.value })}
        help={t('PlaceAddressHelp')}
        error={faultText('point')}
        trailing={
          <Button
            look="quiet"
            isWrite={false}
            isBusy={found.isFetching}
            // Never disabled: a field with something disabled in it looks as if nothing could be typed.
            onClick={() => setAsked(form.address.trim())}
          >
            {t('PlaceFind')}
          </Button>
        }
      />
      {asked !== '' && found.data && (
        <ul className={styles['found']} aria-label={t('PlaceFound')}>
          {found.data.addresses.map((each) => (
            <li key={`${each.lat} ${each.lng}`}>
              <Button
                look="quiet"
                onClick={() => {
                  set({ address: each.label, lat: each.lat, lng: each.lng });
                  setAsked('');
                }}
              >
                {each.label}
              </Button>
            </li>
          ))}
          {found.data.addresses.length === 0 && <li className={styles['soft']}>{t('PlaceFoundNone')}</li>}
        </ul>
      )}
      <TextField
        label={t('PlaceRadius')}
        inputMode="numeric"
        maxLength={METRES_TEXT_MAX}
        value={form.radius}
        onChange={(event) => set({ radius: event.target.value.replace(/\D/g, '') })}
        error={faultText('radius')}
      />
      <fieldset className={styles['group']}>
        <legend>{t('PlaceUnits')}</legend>
        {mayForAll && (
          <CheckBox label={t('AllUnits')} checked={form.imeis === null} onChange={(isAll) => set({ imeis: isAll ? null : [] })} />
        )}
        {form.imeis !== null && (
          <PickBoxes
            label={t('PlaceUnits')}
            noneText={t('ChooseUnits')}
            options={(units.data?.units ?? []).flatMap(({ imei, name }) => (imei === null ? [] : [{ value: imei, label: name }]))}
            selected={chosen}
            onChange={(imeis) => set({ imeis })}
          />
        )}
        {faultText('imeis') && (
          <p className={styles['error']} role="alert">
            {faultText('imeis')}
          </p>
        )}
      </fieldset>
    </>
  );
}
