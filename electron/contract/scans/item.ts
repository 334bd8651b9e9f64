import type { SeverityKey } from '../value-lists.ts';

/** A score as a scanner gives it; the vector is null if it gives the number alone. */
export interface ScanCvss {
  readonly version: '2.0' | '3.0' | '3.1' | '4.0';
  readonly vector: string | null;
  readonly score: number | null;
}

/** An HTTP request and its response as a scanner kept them; one of the two may be missing. */
export interface ScanExchange {
  readonly request: string | null;
  readonly response: string | null;
}

/** An image that stands in a scanner's file. */
export interface ScanImage {
  readonly name: string;
  readonly bytes: Uint8Array;
}

/**
 * What a scanner says about one asset: one occurrence of one of its rules. Texts are Markdown, empty if the scanner says
 * nothing. Items with the same `tool` and `rule` are the same weakness; texts and severity never tell them apart.
 */
export interface ScanItem {
  /** Short name of the scanner in lower case: `burp`, `nessus`. */
  readonly tool: string;
  /** What the scanner itself calls the weakness: `1049088`. */
  readonly rule: string;
  readonly title: string;
  readonly severity: SeverityKey;
  /** A host, an address with its scheme (`https://shop.test:8443`), a file or an image; empty if the file names none. */
  readonly asset: string;
  readonly port: number | null;
  /** The place on the asset: path of a URL, file and line. */
  readonly path: string | null;
  /** The software package that has the weakness, by which findings of packages may be grouped; null for all others. */
  readonly component: string | null;
  /** What the weakness is, the same for all assets. */
  readonly description: string;
  /** What was seen on this asset: output of a check, a payload, versions. */
  readonly observation: string;
  /** How it is shown step by step, as a person wrote it. */
  readonly demonstration: string;
  readonly remediation: string;
  readonly impact: string;
  /** Addresses with `http` or `https`, each once. */
  readonly references: readonly string[];
  /** `CVE-2021-44228`, each once. */
  readonly cve: readonly string[];
  readonly cwe: readonly number[];
  readonly cvss: readonly ScanCvss[];
  readonly requests: readonly ScanExchange[];
  readonly evidence: readonly ScanImage[];
  /** How sure the scanner is, in its own words; empty if it does not say. */
  readonly confidence: string;
  readonly tags: readonly string[];
  /** A person wrote it for a report: its texts stay whole, its tags are kept, and it may be informational. */
  readonly authored: boolean;
  /** It was marked as a false positive in the tool. */
  readonly falsePositive: boolean;
  /** Why the tool suppresses it; null if it does not. */
  readonly suppressed: string | null;
  /** It was found before and is no longer there. */
  readonly closed: boolean;
  /** It says what is there and no weakness (an open port); left out unless the user wants it. */
  readonly informational: boolean;
  /** Where it begins in its file, counted from 1. */
  readonly line: number;
}
