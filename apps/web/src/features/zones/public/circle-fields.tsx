import { useState, type ReactNode } from 'react';
import { useT } from '../../../lib/i18n.tsx';
import { METRES_TEXT_MAX } from '../../../lib/number-text.ts';
import { coordinatesText, readCoordinates } from '../../../map/circle.ts';
import type { MapPoint } from '../../../map/shapes.ts';
import { AddressField } from '../../../ui/address-field.tsx';
import { cx } from '../../../ui/cx.ts';
import { PickField } from '../../../ui/pick-field.tsx';
import { TextField } from '../../../ui/text-field.tsx';
import { centerOf, type Circle } from './use-circle.ts';
import styles from './circle.module.css';

/** Somewhere a circle can begin, such as where a unit is, or a place. */
export interface CircleSource {
  readonly label: string;
  readonly options: readonly { readonly value: string; readonly label: string }[];
  /** Null: it is not known where that is. */
  readonly find: (value: string) => Promise<(MapPoint & { readonly address?: string }) | null>;
  /** The circle begins there now. */
  readonly onTaken?: (value: string) => void;
}

/** GEO-013, SAFE-009: where a circle lies, by address, coordinates, or as something else lies, and how large it is. */
export function CircleFields(props: {
  circle: Circle;
  errorOf: (field: 'address' | 'radius' | 'point') => string | null;
  sources?: readonly CircleSource[];
  addressMax: number;
  radiusHelp?: ReactNode;
}): ReactNode {
  const { circle, errorOf } = props;
  const t = useT();
  const error = errorOf('address') ?? errorOf('point') ?? circle.lookupError;
  const sources = (props.sources ?? []).filter(({ options }) => options.length > 0);
  const begin = (source: CircleSource, value: string): void =>
    void source
      .find(value)
      .then((found) => {
        if (!found) return circle.tell(t('CircleNoPosition'));
        circle.seek();
        if (found.address) circle.change({ lat: found.lat, lng: found.lng, address: found.address, isTyped: false });
        else circle.place({ lat: found.lat, lng: found.lng });
        source.onTaken?.(value);
      })
      .catch(() => circle.tell(t('CircleLookupFailed')));
  return (
    <>
      {/* First, as the quickest: on a phone what stands below the address is below the fold. */}
      {sources.length > 0 && (
        <div className={cx(styles['pair'], styles['sources'])}>
          {sources.map((source) => (
            <PickField
              key={source.label}
              label={source.label}
              value=""
              noneText={t('CircleChoose')}
              options={source.options}
              onChange={(value) => value !== '' && begin(source, value)}
            />
          ))}
        </div>
      )}
      <AddressField
        label={t('CircleAddress')}
        value={circle.form.address || circle.foundAddress}
        max={props.addressMax}
        isTyped={circle.form.isTyped}
        // The error says the same.
        help={error ? undefined : t('CircleAddressHelp')}
        error={error}
        onType={(text) => circle.change({ address: text, isTyped: text.trim() !== '' })}
        onChoose={({ label, lat, lng }) => {
          circle.change({ address: label, lat, lng, isTyped: false });
          circle.seek();
        }}
      />
      <div className={styles['pair']}>
        <TextField
          label={t('CircleRadius')}
          inputMode="numeric"
          autoComplete="off"
          placeholder="300"
          maxLength={METRES_TEXT_MAX}
          value={circle.form.radius}
          onChange={({ target }) => circle.change({ radius: target.value.replace(/\D/g, '') })}
          help={props.radiusHelp}
          error={errorOf('radius')}
        />
        <CoordinatesField circle={circle} />
      </div>
    </>
  );
}

/** Latitude and longitude in one field, as they are copied from elsewhere. */
function CoordinatesField({ circle }: { circle: Circle }): ReactNode {
  const t = useT();
  const center = centerOf(circle.form);
  const [typed, setTyped] = useState<string | null>(null);
  const shown = typed ?? (center ? coordinatesText(center) : '');
  const isWrong = typed !== null && typed.trim() !== '' && !readCoordinates(typed);
  const take = (): void => {
    const point = typed === null ? null : readCoordinates(typed);
    if (point) {
      circle.seek();
      circle.place(point);
    }
    if (point || typed?.trim() === '') setTyped(null);
  };
  return (
    <TextField
      label={t('CircleCoordinates')}
      autoComplete="off"
      placeholder="59.329300, 18.068600"
      value={shown}
      onChange={({ target }) => setTyped(target.value)}
      onBlur={take}
      onKeyDown={(event) => {
        if (event.key !== 'Enter' || typed === null) return;
        event.preventDefault();
        take();
      }}
      error={isWrong ? t('CircleCoordinatesWrong') : null}
    />
  );
}
