import type { MarkerSymbol, UnitDetails } from '@spora/contract/units/endpoints';
import type { ReactNode } from 'react';
import { useT } from '../../../lib/i18n.tsx';
import { GLYPHS } from '../../../map/unit-icons.ts';
import { SelectField } from '../../../ui/select-field.tsx';
import { TextField } from '../../../ui/text-field.tsx';
import { SWATCHES, TAB_FIELDS } from '../form-model.ts';
import type { TabForm } from '../use-unit-form.ts';
import { SaveLine } from './save-line.tsx';
import { Section } from '../../../ui/section.tsx';
import { UnitMark } from '../../../map/unit-mark.tsx';
import look from './appearance-tab.module.css';
import frame from '../../../ui/section.module.css';

const SYMBOLS = Object.keys(GLYPHS) as MarkerSymbol[];
const PREVIEWS = ['moving', 'stopped', 'parked'] as const;

/** Colour, symbol and icon, shown as the map draws them before they are saved. */
export function AppearanceTab(props: { unit: UnitDetails; form: TabForm }): ReactNode {
  const { unit, form } = props;
  const t = useT();
  const { colour, marker_symbol: symbol, icon } = form.values;
  const drawn = icon || symbol;
  const isReadOnly = !unit.can.edit_looks;
  return (
    <Section title={t('UnitTab-appearance')}>
      <form
        className={frame['form']}
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          if (form.isDirty && !form.isSaving) form.save();
        }}
      >
        <div className={look['preview']} role="img" aria-label={t('UnitPreview', { symbol: t(`Symbol-${drawn}`), colour })}>
          {PREVIEWS.map((state) => (
            <span key={state} className={look['sample']}>
              <UnitMark colour={colour} symbol={drawn} size={44} state={state} />
              {t(`State-${state}`)}
            </span>
          ))}
        </div>
        <fieldset className={look['group']} disabled={isReadOnly}>
          <legend>{t('UnitSymbol')}</legend>
          <div className={look['symbols']}>
            {SYMBOLS.map((each) => (
              <label key={each} className={look['symbol']}>
                <input
                  type="radio"
                  name="marker_symbol"
                  className={look['radio']}
                  checked={symbol === each}
                  onChange={() => form.set('marker_symbol', each)}
                />
                <UnitMark colour={colour} symbol={each} size={32} />
                <span>{t(`Symbol-${each}`)}</span>
              </label>
            ))}
          </div>
        </fieldset>
        <SelectField
          label={t('UnitIcon')}
          help={t('UnitIconHelp')}
          name="icon"
          value={icon}
          disabled={isReadOnly}
          onChange={(event) => form.set('icon', SYMBOLS.find((each) => each === event.target.value) ?? '')}
        >
          <option value="">{t('UnitIconAsSymbol')}</option>
          {SYMBOLS.map((each) => (
            <option key={each} value={each}>
              {t(`Symbol-${each}`)}
            </option>
          ))}
        </SelectField>
        <ColourChoice
          colour={colour}
          onChange={(next) => form.set('colour', next)}
          isReadOnly={isReadOnly}
          error={form.errorOf('colour')}
        />
        <SaveLine form={form} isReadOnly={isReadOnly} fields={TAB_FIELDS.appearance} />
      </form>
    </Section>
  );
}

/** Swatches, the browser's own picker and a field to type in. */
export function ColourChoice(props: {
  colour: string;
  onChange: (colour: string) => void;
  isReadOnly?: boolean;
  error?: string | null;
}): ReactNode {
  const { colour, onChange } = props;
  const t = useT();
  const isHex = /^#[0-9a-f]{6}$/i.test(colour);
  return (
    <fieldset className={look['group']} disabled={props.isReadOnly}>
      <legend>{t('UnitColour')}</legend>
      <div className={look['swatches']}>
        {SWATCHES.map((each) => (
          <label key={each} className={look['swatch']}>
            <input
              type="radio"
              name="swatch"
              className={look['radio']}
              aria-label={t('UnitColourOf', { colour: each })}
              checked={colour.toLowerCase() === each}
              onChange={() => onChange(each)}
            />
            <svg width="28" height="28" viewBox="0 0 28 28" aria-hidden="true" focusable="false">
              <circle cx="14" cy="14" r="13" fill={each} className={look['dot']} />
            </svg>
          </label>
        ))}
      </div>
      <div className={look['free']}>
        <input
          type="color"
          className={look['picker']}
          aria-label={t('UnitColourPick')}
          value={isHex ? colour : '#0b6478'}
          onChange={(event) => onChange(event.target.value)}
        />
        <TextField
          label={t('UnitColourFree')}
          name="colour"
          maxLength={7}
          spellCheck={false}
          value={colour}
          onChange={(event) => onChange(event.target.value.trim())}
          error={props.error ?? null}
        />
      </div>
    </fieldset>
  );
}
