// The answers of the server, as server/api/openapi.yaml describes them.

export interface Vertex {
  key: string;
  title: string;
}

export interface Score {
  score: number;
  error: number;
  low: number;
  high: number;
  unsure: boolean;
}

export type Hit = Vertex & Score & { attributes?: Record<string, AttributeValue> };

export interface Head {
  corpus: string;
  generation: number;
  index: string;
  fingerprints: Record<string, number>;
  shed?: { share: number; refine: number }; // less effort, because many waited
  microseconds: number;
}

export interface Related extends Head, Vertex {
  hits: Hit[];
  passing?: number;
}

export interface Failure {
  code: string;
  message: string;
  parameter: string;
  suggestions: string[];
}

export interface BatchAnswer extends Vertex {
  hits?: Hit[];
  error?: Failure;
}

export interface Batch extends Head {
  answers: BatchAnswer[];
}

export interface Key extends Vertex {
  in_links: number;
  out_links: number;
}

export interface Keys {
  keys: Key[];
}

export interface Described extends Key {
  attributes?: Record<string, AttributeValue>;
}

export type AttributeValue = string | number | boolean | (string | number)[];

export interface Corpus {
  name: string;
  generation: number;
  vertices: number;
  arcs: number;
  titles: boolean;
  pages: boolean;
  index: string;
  reason: string;
}

export interface Corpora {
  corpora: Corpus[];
}

export interface Index {
  name: string;
  measure: string;
  method: string;
  vertices: number;
  bytes: number;
  decay?: number;
  fingerprints?: number;
  length?: number;
  error?: number;
}

export interface Indexes {
  index: string;
  indexes: Index[];
}

export interface VertexReason extends Vertex {
  kind: 'vertex';
  contribution: number;
  error: number | null;
  count: number | null; // in how many fingerprints
  steps: number; // of the longer path
  fingerprint: number | null; // whose walks the paths are
  paths: { a: Vertex[]; b: Vertex[] };
}

export interface TermReason {
  kind: 'term';
  term: string;
  contribution: number;
  error: number | null;
  count: number | null;
  weight: { a: number; b: number };
}

export type Reason = VertexReason | TermReason;

export interface Reasons {
  reasons: Reason[];
  rest: { reasons: number; contribution: number };
}

// Exact reasons, or more fingerprints; no part of the sum.
export interface SecondLook extends Score, Reasons {
  exact: boolean;
  fingerprints: number | null;
  met: number | null;
}

export interface Part extends Score, Reasons {
  index: string;
  measure: string;
  method: string;
  weight: number;
  reading: string;
  meaning: string;
  fingerprints: { used: number; met: number; walked: number } | null;
  more: SecondLook | null;
}

export interface Explained extends Head, Score {
  a: Vertex;
  b: Vertex;
  parts: Part[];
}

export interface Member extends Vertex {
  met: number | null;
}

export interface Walk extends Head, Vertex {
  fingerprint: number;
  of: number;
  decay: number;
  path: Vertex[];
  members: Member[];
  members_of_tree: number;
}

export interface Attribute {
  name: string;
  kind: 'text' | 'number' | 'set';
  vertices: number;
  min?: number;
  max?: number;
  values?: { value: string; vertices: number }[];
  distinct?: number;
}

export interface Attributes {
  attributes: Attribute[];
}
