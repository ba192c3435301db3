import { both, type CaseRow, partsAlone } from '../case-row.ts';

/** C: locations v2. */
export const locationsV2Cases: readonly CaseRow[] = [
  both('C01', 'postcodes with and without their zero'),
  both('C02', 'postcodes that are none'),
  both('C03', 'work centres from 0 to nine digits'),
  both('C04', 'delivery points of up to nine characters'),
  both('C05', 'a delivery point of nine characters outside the basic plane'),
  both('C06', 'the type in the path'),
  both('C07', 'the partner code'),
  both('C08', 'usage types'),
  both('C09', 'lists of types'),
  both('C10', 'types where they are not declared'),
  both('C11', 'longitude and latitude exchanged'),
  both('C12', 'longitudes that are none'),
  both('C13', 'radii'),
  both('C14', 'limits'),
  both('C15', 'ten thousand points around a place'),
  both('C16', 'all points of the most frequent type'),
  both('C17', 'the order of a search around a place'),
  both('C18', 'lists of services as a filter'),
  both('C19', 'lists of services in the path'),
  both('C20', 'codes that nothing is found for'),
  both('C21', 'paths that lead to operations and have none'),
  partsAlone(
    'C22',
    'records that are not as they should be',
    'such records are refused before they are stored, and left out before they are shown',
  ),
];
