/** The one partner there is: every other has no points and no services. */
const servedPartner = 'AP';

/** Whether `pc` asks for the partner's data, which it does by being absent as well. */
export const isServedPartner = (pc: string | undefined): boolean => pc === undefined || pc === servedPartner;
