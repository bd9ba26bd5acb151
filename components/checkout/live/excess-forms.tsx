import type { ExcessProps } from "./excess";
import { RequestExcess } from "./request-excess";
import { SignExcess } from "./sign-excess";

export default function ExcessForms({ request, sign }: ExcessProps) {
  return (
    <>
      {request !== null && <RequestExcess {...request} />}
      <SignExcess {...sign} />
    </>
  );
}
