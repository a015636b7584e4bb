"""What a message is about. A rule is a set of word groups that must all occur; the heaviest rule wins."""

from collections.abc import Mapping, Sequence

from pages.demo import facts, words

GROUPS: Mapping[str, frozenset[str]] = {
    "open": words.bag("open opens opened opening"),
    "close": words.bag("close closed closes closing shut"),
    "hours": words.bag("hours schedule timetable"),
    "when": words.bag("when time times until till early late latest earliest"),
    "price": words.bag(
        "price prices pricing cost costs charge charges fee fees expensive rate rates pay much"
    ),
    "free": words.bag("free refund penalty allowed"),
    "book": words.bag("book booking schedule appointment appointments reserve arrange see visit come"),
    "strongbook": words.bag("book booking reserve arrange"),
    "appointment": words.bag("appointment appointments visit booking slot reservation"),
    "move": words.bag(
        "move moved reschedule rescheduled rescheduling change shift postpone push switch rebook"
    ),
    "cancel": words.bag("cancel cancels cancelling canceling cancelled canceled cancellation cancelation"),
    "policy": words.bag(
        "policy policies rule rules terms conditions hours notice beforehand deadline happens happen"
    ),
    "list": words.bag("list show have got upcoming next"),
    "order": words.bag(
        "order orders ordered parcel parcels package delivery delivered shipment shipped lenses"
    ),
    "my": words.bag("my i mine"),
    "late": words.bag("late delayed delay overdue traffic behind"),
    "insurance": words.bag("insurance insured insurer insurers coverage covered cover plans"),
    "bring": words.bag("bring carry documents paperwork"),
    "parking": words.bag("parking park parked garage car"),
    "address": words.bag("address located location directions find where"),
    "where": words.bag("where"),
    "language": words.bag(
        "language languages speak spoken spanish portuguese english french german interpreter"
    ),
    "children": words.bag("child children kid kids daughter son baby toddler pediatric paediatric minors"),
    "referral": words.bag("referral referrals referred refer"),
    "walkin": words.bag("walk-in walk-ins walkin walkins"),
    "results": words.bag("results result"),
    "prescription": words.bag("prescription prescriptions refill refills repeat"),
    "payment": words.bag("cash card visa credit debit paypal"),
    "pay": words.bag("pay payment payments accept"),
    "access": words.bag("wheelchair elevator lift accessible accessibility step-free stairs disabled"),
    "contact": words.bag("phone telephone email mail contact"),
    "human": words.bag("human person receptionist someone agent operator staff somebody"),
    "talk": words.bag("talk speak call reach connect"),
    "name": words.bag("name called"),
    "what": words.bag("what what's who whats remember know"),
    "thanks": words.bag("thanks thank thx cheers appreciate appreciated"),
    "bye": words.bag("bye goodbye ciao farewell"),
    "hello": words.bag("hello hi hey hiya greetings morning evening afternoon howdy"),
    "robot": words.bag("robot bot ai machine chatbot"),
    "calendar": words.bag("calendar ics ical"),
    "symptom": words.bag(
        "rash headache headaches migraine fever cough coughing hurts pain painful symptom "
        "symptoms diagnose diagnosis dosage dose ibuprofen antibiotic antibiotics aspirin "
        "paracetamol swollen dizzy nausea lump infection cancer diabetes itchy itching"
    ),
    "emergency": words.bag("emergency unconscious suicide suicidal stroke overdose ambulance"),
    "stray": words.bag(
        "poem poems poetry joke jokes song songs story essay haiku limerick code python "
        "javascript homework recipe recipes weather stock stocks shares bitcoin crypto invest "
        "investment news politics election president football soccer movie movies translate pizza "
        "restaurant restaurants hotel hotels flight flights capital horoscope lottery "
        "instructions prompt jailbreak competitor rival rivals hairdresser supermarket hospital "
        "bank"
    ),
}

KNOWN = frozenset(
    word
    for group in (
        *GROUPS.values(),
        (word for each in facts.SERVICES for name in each.names for word in name.split()),
        (day.lower() for day in facts.WEEKDAYS),
        ["tomorrow", "today", "wednesday", "noon", "breathe", "bleeding", "chest", "heart", "attack"],
    )
    for word in group
)

RULES: tuple[tuple[str, str, int], ...] = (
    ("emergency", "emergency", 20),
    ("emergency", "=chest =pain", 20),
    ("emergency", "=breathe", 20),
    ("emergency", "=bleeding", 20),
    ("emergency", "=heart =attack", 20),
    ("out_of_scope", "stray", 16),
    ("cancellation", "cancel price", 14),
    ("cancellation", "cancel free", 14),
    ("cancellation", "cancel policy", 14),
    ("cancellation", "cancel =late", 14),
    ("cancellation", "cancel =until", 14),
    ("cancellation", "=cancellation when", 14),
    ("cancellation", "=cancellation", 11),
    ("cancellation", "cancel when", 9),
    ("cancel", "cancel my", 12),
    ("cancel", "cancel", 8),
    ("move", "move appointment", 12),
    ("move", "move", 7),
    ("calendar", "calendar", 12),
    ("name_question", "what =name my", 13),
    ("identity", "robot", 9),
    ("identity", "=who =you", 6),
    ("list", "=when my appointment", 11),
    ("list", "my list appointment", 10),
    ("list", "=what my appointment", 10),
    ("list", "what my =booked", 10),
    ("orders", "order =my", 13),
    ("orders", "order =where", 13),
    ("orders", "order =number", 13),
    ("orders", "order =status", 13),
    ("orders", "order =track", 13),
    ("orders", "order cancel", 15),
    ("orders", "order", 4),
    ("insurance", "insurance", 10),
    ("bring", "bring", 12),
    ("parking", "parking", 10),
    ("address", "address", 6),
    ("languages", "language", 9),
    ("children", "children", 9),
    ("referral", "referral", 11),
    ("walk_in", "walkin", 11),
    ("walk_in", "=without appointment", 13),
    ("walk_in", "=walk =in", 11),
    ("results", "results", 9),
    ("prescription", "prescription", 9),
    ("payment", "payment pay", 12),
    ("payment", "payment", 7),
    ("payment", "=how pay", 7),
    ("access", "access", 9),
    ("late", "late", 7),
    ("late", "late my", 9),
    ("human", "human talk", 11),
    ("contact", "contact", 10),
    ("contact", "=number", 6),
    ("prices", "price", 8),
    ("hours", "open", 8),
    ("hours", "hours", 8),
    ("hours", "close", 8),
    ("medical", "symptom", 10),
    ("book", "strongbook", 11),
    ("book", "appointment", 6),
    ("book", "book", 5),
    ("abilities", "=what =you =do", 7),
    ("abilities", "=how =you =help", 7),
    ("abilities", "=help", 2),
    ("how_are_you", "=how =are =you", 4),
    ("thanks", "thanks", 4),
    ("bye", "bye", 4),
    ("greeting", "hello", 3),
)


def mended(text: str) -> list[str]:
    """The words of a message, typos mended."""
    return [words.mend(word, KNOWN) for word in words.split(words.plain(text))]


def holds(requirement: str, spoken: frozenset[str]) -> bool:
    """Does the message hold this word (`=word`) or one of this group?"""
    if requirement.startswith("="):
        return requirement[1:] in spoken
    return not GROUPS[requirement].isdisjoint(spoken)


def intents(message: Sequence[str]) -> list[str]:
    """What the message may be about, the surest first; empty when nothing is recognised."""
    spoken = frozenset(message)
    best: dict[str, int] = {}
    for intent, requirements, weight in RULES:
        if all(holds(each, spoken) for each in requirements.split()):
            best[intent] = max(best.get(intent, 0), weight)
    return sorted(best, key=lambda intent: -best[intent])
