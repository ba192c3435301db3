export const streetNames = `
  High Street, Main Street, Station Street, Church Street, Victoria Street, George Street, Albert Street,
  Railway Parade, Market Street, Bridge Street, King Street, Queen Street, Park Road, Beach Road,
  Commercial Road, Princes Avenue, Wattle Grove, Banksia Drive, Mill Lane, Harbour Esplanade`
  .trim()
  .split(/,\s+/);

/** First words of the names of fictitious organisations. */
export const organisationWords = `
  Wattle Bilby Banksia Kookaburra Ironbark Lorikeet Saltbush Quokka Waratah Brolga Jacaranda Wombat
  Spinifex Currawong Numbat Boronia Galah Mulga Pademelon Grevillea`
  .trim()
  .split(/\s+/);
