def sentence(judged, fact):
    return fact.rule + " " + str(fact.why)
