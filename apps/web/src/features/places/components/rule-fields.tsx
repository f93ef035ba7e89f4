import type { Place, PlaceRuleWhen } from '@spora/contract/places/endpoints';
import { PLACE_MAX, PLACE_RULE_WHENS } from '@spora/contract/places/values';
import type { TripType } from '@spora/contract/units/endpoints';
import { TRIP_TYPES } from '@spora/contract/units/values';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useT } from '../../../lib/i18n.tsx';
import { useSend } from '../../../lib/send-context.tsx';
import { useTripTypeText } from '../../../lib/trip-type.ts';
import { Button } from '../../../ui/button.tsx';
import { CheckBox } from '../../../ui/check-box.tsx';
import { PickBoxes } from '../../../ui/pick-boxes.tsx';
import { PickField } from '../../../ui/pick-field.tsx';
import { SelectField } from '../../../ui/select-field.tsx';
import { TextField } from '../../../ui/text-field.tsx';
import { NEW_RULE, type PlaceForm, type RuleForm } from '../model.ts';
import { unitsQuery } from '../queries.ts';
import styles from './places.module.css';

/** PLACE-007: what trips get that start or end here. */
export function RuleFields(props: {
  form: PlaceForm;
  set: (patch: Partial<PlaceForm>) => void;
  others: readonly Place[];
  errorOf: (key: string) => string | null;
}): ReactNode {
  const { form, set, others, errorOf } = props;
  const t = useT();
  const typeText = useTripTypeText();
  const change = (index: number, patch: Partial<RuleForm>): void =>
    set({ rules: form.rules.map((rule, i) => (i === index ? { ...rule, ...patch } : rule)) });
  return (
    <fieldset className={styles['group']}>
      <legend>{t('PlaceRules')}</legend>
      <p className={styles['soft']}>{t('PlaceRulesHelp')}</p>
      {form.rules.map((rule, index) => (
        <div key={index} className={styles['rule']} role="group" aria-label={t('PlaceRuleNumber', { number: String(index + 1) })}>
          {form.rules.length > 1 && (
            <span aria-hidden="true" className={styles['ruleNumber']}>
              {t('PlaceRuleNumber', { number: String(index + 1) })}
            </span>
          )}
          <SelectField
            label={t('PlaceWhen')}
            value={rule.when}
            onChange={(event) => change(index, { when: event.target.value as PlaceRuleWhen })}
          >
            {PLACE_RULE_WHENS.map((when) => (
              <option key={when} value={when}>
                {t(`PlaceWhen-${when}`)}
              </option>
            ))}
          </SelectField>
          {rule.when === 'between' && (
            <PickField
              label={t('PlaceOther')}
              value={rule.otherId}
              noneText={t('SpecifyOtherPlace')}
              options={others.map((place) => ({ value: String(place.id), label: place.label }))}
              onChange={(otherId) => change(index, { otherId })}
              error={errorOf(`rules.${index}.other_place_id`)}
            />
          )}
          <SelectField
            label={t('TripType')}
            value={rule.type}
            onChange={(event) => change(index, { type: event.target.value as TripType | '' })}
            error={errorOf(`rules.${index}.type`)}
          >
            <option value="">{t('PlaceTypeStays')}</option>
            {TRIP_TYPES.map((type) => (
              <option key={type} value={type}>
                {typeText(type)}
              </option>
            ))}
          </SelectField>
          <div className={styles['pair']}>
            <TextField
              label={t('Purpose')}
              maxLength={100}
              value={rule.purpose}
              onChange={(e) => change(index, { purpose: e.target.value })}
            />
            <TextField
              label={t('Project')}
              maxLength={100}
              value={rule.project}
              onChange={(e) => change(index, { project: e.target.value })}
            />
          </div>
          <TextField
            label={t('Note')}
            maxLength={500}
            value={rule.note}
            onChange={(e) => change(index, { note: e.target.value })}
          />
          <RuleUnits
            rule={rule}
            ofPlace={form.imeis}
            onChange={(imeis) => change(index, { imeis })}
            error={errorOf(`rules.${index}.imeis`)}
          />
          <Button
            isSmall
            look="quiet"
            className={styles['start']}
            onClick={() => set({ rules: form.rules.filter((_, i) => i !== index) })}
          >
            {t('PlaceRuleRemove')}
          </Button>
        </div>
      ))}
      {form.rules.length < PLACE_MAX.rules && (
        <div>
          <Button isSmall icon="plus" onClick={() => set({ rules: [...form.rules, NEW_RULE] })}>
            {t('PlaceRuleAdd')}
          </Button>
        </div>
      )}
    </fieldset>
  );
}

/** Some of the place's units, or all of them; there is nothing to choose where the place is for one. */
function RuleUnits(props: {
  rule: RuleForm;
  /** Null: the place is for every unit. */
  ofPlace: readonly string[] | null;
  onChange: (imeis: readonly string[] | null) => void;
  error: string | null;
}): ReactNode {
  const { imeis } = props.rule;
  const t = useT();
  const { data } = useQuery(unitsQuery(useSend()));
  const isOffered = (imei: string): boolean =>
    props.ofPlace === null || props.ofPlace.includes(imei) || (imeis?.includes(imei) ?? false);
  const options = (data?.units ?? []).flatMap(({ imei, name }) =>
    imei !== null && isOffered(imei) ? [{ value: imei, label: name }] : [],
  );
  if (imeis === null && options.length < 2) return null;
  return (
    <fieldset className={styles['group']}>
      <legend>{t('PlaceUnits')}</legend>
      <CheckBox label={t('PlaceRuleAllUnits')} checked={imeis === null} onChange={(isAll) => props.onChange(isAll ? null : [])} />
      {imeis !== null && (
        <PickBoxes
          label={t('PlaceUnits')}
          noneText={t('ChooseUnits')}
          options={options}
          selected={imeis}
          onChange={props.onChange}
        />
      )}
      {props.error && (
        <p className={styles['error']} role="alert">
          {props.error}
        </p>
      )}
    </fieldset>
  );
}
