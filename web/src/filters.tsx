// A filter on attributes: an expression, with menus for those who do not want to write one.
import { useEffect, useState } from 'preact/hooks';
import { formatCount, plural, shownName } from './format';
import { usePage } from './page';
import type { Attribute } from './types';
import { addCondition, conditionOn } from './where';

function AttributeMenu({ attribute, add }: { attribute: Attribute; add: (condition: string) => void }) {
  const values = attribute.values ?? [];
  if (values.length === 0) return null;
  return (
    <select
      aria-label={`Only where ${shownName(attribute.name, 40)} is`}
      value=""
      onChange={(event) => {
        const chosen = values[Number(event.currentTarget.value)];
        event.currentTarget.value = '';
        if (chosen) add(conditionOn(attribute, chosen.value));
      }}
    >
      <option value="">{shownName(attribute.name, 40)}</option>
      {values.map((one, i) => (
        <option value={String(i)}>
          {shownName(one.value, 60)} ({formatCount(one.vertices)})
        </option>
      ))}
    </select>
  );
}

function NumberMenu({ attribute, add }: { attribute: Attribute; add: (condition: string) => void }) {
  const [text, setText] = useState('');
  const [sign, setSign] = useState('>=');
  const name = shownName(attribute.name, 40);
  return (
    <form
      class="number-menu"
      onSubmit={(event) => {
        event.preventDefault();
        if (text.trim() === '' || !Number.isFinite(Number(text))) return;
        add(conditionOn(attribute, text.trim(), sign));
        setText('');
      }}
    >
      <span>{name}</span>
      <select
        aria-label={`How ${name} compares`}
        value={sign}
        onChange={(event) => setSign(event.currentTarget.value)}
      >
        <option value=">=">≥</option>
        <option value="<=">≤</option>
        <option value="=">=</option>
      </select>
      <input
        type="text"
        inputMode="decimal"
        size={7}
        aria-label={name}
        value={text}
        placeholder={attribute.min === undefined ? '' : `${attribute.min} – ${attribute.max}`}
        onInput={(event) => setText(event.currentTarget.value)}
      />
    </form>
  );
}

export function Filters({ attributes, passing }: { attributes: Attribute[]; passing: number | undefined }) {
  const { state, go } = usePage();
  const [where, setWhere] = useState(state.where);
  const [open, setOpen] = useState(state.where !== '' || attributes.length > 0);
  useEffect(() => setWhere(state.where), [state.where]);
  useEffect(() => {
    if (state.where !== '' || attributes.length > 0) setOpen(true);
  }, [state.where, attributes.length]);
  const apply = (next: string) => go({ ...state, where: next.trim(), why: '' });
  const add = (condition: string) => apply(addCondition(state.where, condition));
  if (!open)
    return (
      <button type="button" class="filter-button" onClick={() => setOpen(true)}>
        Filter
      </button>
    );
  return (
    <div class="filters">
      <form
        class="where"
        onSubmit={(event) => {
          event.preventDefault();
          apply(where);
        }}
      >
        <label for="where">Only where</label>
        <input
          id="where"
          type="text"
          value={where}
          spellcheck={false}
          autocomplete="off"
          autocapitalize="off"
          placeholder="title^=A or key^=docs/"
          onInput={(event) => setWhere(event.currentTarget.value)}
        />
        {state.where !== '' && (
          <button type="button" onClick={() => apply('')}>
            Clear
          </button>
        )}
      </form>
      {(attributes.length > 0 || passing !== undefined) && (
        <div class="menus">
          {attributes.map((attribute) =>
            attribute.kind === 'number' ? (
              <NumberMenu key={attribute.name} attribute={attribute} add={add} />
            ) : (
              <AttributeMenu key={attribute.name} attribute={attribute} add={add} />
            ),
          )}
          {passing !== undefined && <span class="muted">{plural(passing, 'passes', 'pass')}</span>}
        </div>
      )}
    </div>
  );
}
