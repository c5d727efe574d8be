// What is related to a page: a table, which is also the truth behind all drawings.
import { formatScore, niceEnd, shownTitle } from './format';
import { AttributeList, Name, OpenLink, RelatedLink, Title } from './name';
import { usePage } from './page';
import { ScoreBar, ScoreNumber, Unsure } from './score';
import { MOST_HITS } from './state';
import type { Hit, Related } from './types';

const ROUND = [10, 20, 50, 100, MOST_HITS];

export function focusHit(offset: number): void {
  const hits = [...document.querySelectorAll<HTMLElement>('.hit-title')];
  const at = hits.indexOf(document.activeElement as HTMLElement);
  hits[at < 0 ? 0 : Math.min(hits.length - 1, Math.max(0, at + offset))]?.focus();
}

function HitRow({ hit, rank, end }: { hit: Hit; rank: number; end: number }) {
  const { state, go } = usePage();
  const open = state.why === hit.key;
  const toggle = () => go({ ...state, why: open ? '' : hit.key });
  const title = shownTitle(hit, 60);
  return (
    <tr role="row" class={open ? 'hit chosen' : 'hit'} data-key={hit.key} onClick={toggle}>
      <td role="cell" class="rank">
        {rank}
      </td>
      <td role="cell" class="what">
        <button
          type="button"
          class="hit-title"
          aria-expanded={open}
          title="Why is it related?"
          onClick={(event) => {
            event.stopPropagation();
            toggle();
          }}
        >
          <Title vertex={hit} />
        </button>
        {hit.title.trim() !== '' && (
          <span class="key">
            <Name text={hit.key} />
          </span>
        )}
        <AttributeList attributes={hit.attributes} />
      </td>
      <td role="cell" class="score">
        <ScoreBar score={hit} end={end} />
      </td>
      <td role="cell" class="number">
        <ScoreNumber score={hit} />
        {hit.unsure && <Unsure />}
      </td>
      <td role="cell" class="actions" onClick={(event) => event.stopPropagation()}>
        <OpenLink vertex={hit} />
        <RelatedLink vertex={hit} class="go" label={`Related to ${title}`}>
          <span aria-hidden="true">→</span>
        </RelatedLink>
      </td>
    </tr>
  );
}

export function Results({ related }: { related: Related }) {
  const { state, go } = usePage();
  const { hits } = related;
  const end = niceEnd(hits.map((hit) => hit.high));
  const more = ROUND.find((k) => k > state.k);
  if (hits.length === 0)
    return (
      <p class="empty">
        Nothing is related to it{state.where !== '' && ' that passes the filter'}, as far as this index knows.
      </p>
    );
  return (
    <>
      <table class="results" role="table" aria-label={`Related to ${shownTitle(related, 80)}`}>
        <thead role="rowgroup">
          <tr role="row">
            <th role="columnheader" scope="col" class="rank">
              <span class="sr">Rank</span>
            </th>
            <th role="columnheader" scope="col" class="what">
              Name
            </th>
            <th role="columnheader" scope="col" class="score">
              <span class="sr">Score as a bar</span>
              <span class="axis" aria-hidden="true">
                <span>0</span>
                <span>{formatScore(end).replace(/\.?0+$/, '')}</span>
              </span>
            </th>
            <th role="columnheader" scope="col" class="number">
              Score
            </th>
            <th role="columnheader" scope="col" class="actions">
              <span class="sr">Links</span>
            </th>
          </tr>
        </thead>
        <tbody role="rowgroup">
          {hits.map((hit, i) => (
            <HitRow key={hit.key} hit={hit} rank={i + 1} end={end} />
          ))}
        </tbody>
      </table>
      {more !== undefined && hits.length >= state.k && (
        <button type="button" class="more" onClick={() => go({ ...state, k: more }, true)}>
          Show {more}
        </button>
      )}
    </>
  );
}
