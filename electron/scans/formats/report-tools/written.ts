import type { Json } from '#contract/json.ts';
import type { ScanCvss } from '#contract/scans/item.ts';
import type { SeverityKey } from '#contract/value-lists.ts';
import { cvssScore } from '#domain/finding/cvss/cvss.ts';
import { severityOfScore } from '#domain/finding/cvss/cvss-text.ts';
import { severityKeyOf } from '#domain/finding/labels/severity-names.ts';
import { listIn, objectOf } from '../../json/read.ts';
import { addressesIn, unique } from '../../text/facts.ts';
import { paragraphs, titled } from '../../text/markdown.ts';

/* What people wrote into reporting tools, as parts of a finding. */

/** References as addresses, and the words of those that name none. */
export interface WrittenReferences {
  readonly addresses: readonly string[];
  readonly words: readonly string[];
}

/** Parts references into addresses and words. Each entry may have several lines. */
export function referencesOf(entries: readonly string[]): WrittenReferences {
  const lines = entries.flatMap((entry) => entry.split('\n')).map(withoutBullet);
  return {
    addresses: addressesIn(lines.join('\n')),
    words: unique(lines.filter((line) => line !== '' && addressesIn(line).length === 0)),
  };
}

/** Longer lines say where something is, and name no asset. */
const maxAsset = 200;

/** Assets, one a line, and the lines that are no names of assets. */
export function assetsOf(entries: readonly string[]): {
  assets: readonly string[];
  words: readonly string[];
} {
  const lines = unique(
    entries
      .flatMap((entry) => entry.split('\n'))
      .map(withoutBullet)
      .filter((line) => line !== ''),
  );
  return {
    assets: lines.filter((line) => line.length <= maxAsset),
    words: lines.filter((line) => line.length > maxAsset),
  };
}

function withoutBullet(line: string): string {
  return line
    .trim()
    .replace(/^(?:[-*+•]|\d+[.)])\s+/u, '')
    .replace(/^`([^`]+)`$/u, '$1')
    .trim();
}

/** Parts with a heading each, behind a text; empty ones are left out. */
export function withParts(text: string, parts: readonly (readonly [title: string, part: string])[]): string {
  return paragraphs(text, ...parts.map(([title, part]) => titled(title, part)));
}

/** Lines as a list. */
export function bullets(lines: readonly string[]): string {
  return lines.map((line) => `- ${line.replaceAll('\n', '\n  ')}`).join('\n');
}

/** A name of a member as a heading: `business_risk` is `Business risk`. */
export function headingOf(member: string): string {
  const words = member.replace(/[_-]+/gu, ' ').replace(/\s+/gu, ' ').trim();
  return words.charAt(0).toUpperCase() + words.slice(1);
}

/** How deep values of custom members are followed. */
const maxDepth = 5;

/**
 * Any value as a text: lists as lists, members of objects with their names.
 * @param asText makes Markdown of a text
 */
export function valueText(value: Json | undefined, asText: (text: string) => string, depth = 0): string {
  if (typeof value === 'string') return asText(value.trim());
  if (typeof value === 'number') return String(value);
  if (typeof value === 'boolean') return value ? 'Yes' : 'No';
  if (value === null || value === undefined || depth >= maxDepth) return '';
  const entries = Array.isArray(value)
    ? listIn({ value }, 'value').map((entry) => valueText(entry, asText, depth + 1))
    : Object.entries(objectOf(value)).map(([name, member]) => {
        const text = valueText(member, asText, depth + 1);
        return text === '' ? '' : `${headingOf(name)}: ${text}`;
      });
  return bullets(entries.filter((entry) => entry !== ''));
}

/** The severity that people chose, else what the worst score says. */
export function severityFrom(chosen: string, cvss: readonly ScanCvss[]): SeverityKey {
  const key = severityKeyOf(chosen);
  if (key !== 'unknown') return key;
  const scores = cvss
    .map(({ vector, score }) => score ?? cvssScore(vector))
    .filter((score) => score !== null);
  return scores.length === 0 ? 'unknown' : severityOfScore(Math.max(...scores));
}
