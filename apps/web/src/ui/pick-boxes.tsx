import type { ReactNode } from 'react';
import { CheckBox } from './check-box.tsx';
import styles from './field.module.css';
import { PickList, PickText } from './pick-list.tsx';
import type { SelectOption } from './select.tsx';

/** Up to so many stand under each other as boxes. Above they are found by typing, and what is chosen stands on the button. */
const BOXES_MAX = 10;
const NAMED_MAX = 3;

/** A choice of many in a form. */
export function PickBoxes(props: {
  label: string;
  noneText: string;
  options: readonly SelectOption<string>[];
  selected: readonly string[];
  onChange: (selected: readonly string[]) => void;
}): ReactNode {
  const { label, options, selected, onChange } = props;
  if (options.length <= BOXES_MAX)
    return (
      <div className={styles['boxes']}>
        {options.map((option) => (
          <CheckBox
            key={option.value}
            label={option.label}
            checked={selected.includes(option.value)}
            onChange={(isOn) => onChange(isOn ? [...selected, option.value] : selected.filter((each) => each !== option.value))}
          />
        ))}
      </div>
    );
  const names = options.filter(({ value }) => selected.includes(value)).map((option) => option.label);
  const more = names.length - NAMED_MAX;
  const text = names.length === 0 ? props.noneText : names.slice(0, NAMED_MAX).join(', ') + (more > 0 ? ` +${more}` : '');
  return (
    <PickList
      label={`${label}: ${text}`}
      searchLabel={label}
      isMultiple
      isSelect
      options={options}
      selected={selected}
      onChange={onChange}
    >
      <PickText>{text}</PickText>
    </PickList>
  );
}
