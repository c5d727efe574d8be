// Where the lines of a dendrogram run. Leaves have whole numbers as heights on the page, from 0 on; across it goes the
// number of steps, from 0 at the leaves.

export interface Line {
  x1: number;
  y1: number;
  x2: number;
  y2: number;
  marked: boolean; // on the way from the leaf that is looked at to the root
}

export interface TreeLayout {
  lines: Line[]; // marked ones last, to be drawn on top
  depth: number; // the most steps
}

interface Cluster {
  first: number; // its first leaf
  x: number;
  y: number;
  marked: boolean;
}

function join(clusters: Cluster[], x: number, lines: Line[]): Cluster {
  const y = (clusters[0]!.y + clusters[clusters.length - 1]!.y) / 2;
  lines.push({ x1: x, y1: clusters[0]!.y, x2: x, y2: clusters[clusters.length - 1]!.y, marked: false });
  for (const one of clusters) {
    lines.push({ x1: one.x, y1: one.y, x2: x, y2: one.y, marked: one.marked });
    if (one.marked) lines.push({ x1: x, y1: one.y, x2: x, y2: y, marked: true });
  }
  return { first: clusters[0]!.first, x, y, marked: clusters.some((one) => one.marked) };
}

// `met[i]` is the number of steps after which leaf i meets leaf i - 1; null if it never does, and for the first. Those
// that meet at the same time in one place are joined at once.
export function layoutTree(met: readonly (number | null)[], marked: number): TreeLayout {
  const lines: Line[] = [];
  let clusters: Cluster[] = met.map((_, i) => ({ first: i, x: 0, y: i, marked: i === marked }));
  const steps = met.slice(1).filter((one): one is number => one !== null);
  const levels = [...new Set(steps)].sort((a, b) => a - b);
  for (const level of levels) {
    const joined: Cluster[] = [];
    for (let i = 0; i < clusters.length;) {
      let end = i + 1;
      while (end < clusters.length && met[clusters[end]!.first] === level) ++end;
      joined.push(end === i + 1 ? clusters[i]! : join(clusters.slice(i, end), level, lines));
      i = end;
    }
    clusters = joined;
  }
  lines.sort((a, b) => Number(a.marked) - Number(b.marked));
  return { lines, depth: levels[levels.length - 1] ?? 0 };
}
